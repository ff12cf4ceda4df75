import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import { ArrowDownIcon, ArrowUpIcon, PlusIcon } from '../../../kit/controls/icons.tsx';
import { Money } from '../../../kit/money/money.tsx';
import type { MoneyText } from './text.en.ts';

/** Shows the balance and the actions on it. A suspended player can only look. */
export function BalancePanel({
  text,
  balance,
  mayMove,
}: {
  text: MoneyText;
  balance: number;
  mayMove: boolean;
}) {
  return (
    <section class="balance-panel" aria-label={text.balance}>
      <p class="text-sm font-semibold opacity-85">{text.balance}</p>
      <p class="font-display text-3xl font-bold tracking-tight break-all" data-balance>
        <Money amount={balance} />
      </p>
      {mayMove && (
        <p class="flex flex-wrap gap-3 pt-4">
          <ButtonLink look="sun" href={PAGE_PATHS.send}>
            <ArrowUpIcon class="size-4" />
            {text.send}
          </ButtonLink>
          <ButtonLink look="plain" href={PAGE_PATHS.topUp}>
            <PlusIcon class="size-4" />
            {text.topUp}
          </ButtonLink>
          <ButtonLink look="plain" href={PAGE_PATHS.ask}>
            <ArrowDownIcon class="size-4" />
            {text.ask}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
