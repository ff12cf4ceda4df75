import { ButtonLink } from '../../../kit/controls/button.tsx';
import { ArrowUpIcon, PlusIcon } from '../../../kit/controls/icons.tsx';
import { Money } from '../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';
import type { MoneyText } from './text.en.ts';

/** The balance in one row, which leads to the statement. A suspended player can only look. */
export function BalanceStrip({
  text,
  balance,
  mayMove,
}: {
  text: MoneyText;
  balance: number;
  mayMove: boolean;
}) {
  return (
    <section
      class="balance-panel flex flex-wrap items-center justify-between gap-x-4 gap-y-3"
      aria-label={text.balance}
    >
      <a href={PAGE_PATHS.money} class="group min-w-0 rounded-md">
        <span class="block text-sm font-semibold opacity-85">{text.balance}</span>
        <span
          class="block font-display text-2xl font-bold tracking-tight wrap-anywhere group-hover:underline"
          data-balance
        >
          <Money amount={balance} />
        </span>
      </a>
      {mayMove && (
        <p class="flex flex-wrap gap-2">
          <ButtonLink look="sun" small href={PAGE_PATHS.send}>
            <ArrowUpIcon class="size-4" />
            {text.send}
          </ButtonLink>
          <ButtonLink look="plain" small href={PAGE_PATHS.topUp}>
            <PlusIcon class="size-4" />
            {text.topUp}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
