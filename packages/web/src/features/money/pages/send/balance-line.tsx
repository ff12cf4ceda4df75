import { WarningIcon } from '../../../../kit/controls/icons.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Text } from './text.en.ts';

interface BalanceLineProps {
  readonly text: Text;
  /** Null while it loads or if it cannot be read; the review shows it in any case. */
  readonly balance: number | null;
  /** Null while no amount can be read. */
  readonly amount: number | null;
}

/** Stays in sight while the amount is typed. Fees are not known here, so it compares the bare amount. */
export function BalanceLine({ text, balance, amount }: BalanceLineProps) {
  const missing = balance !== null && amount !== null ? amount - balance : 0;
  return (
    <div class="sticky top-2 z-1 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <p class="flex flex-wrap justify-between gap-x-4">
        <span class="text-muted">{text.balance}</span>
        <strong class="min-h-5">{balance !== null && <Money amount={balance} />}</strong>
      </p>
      <div aria-live="polite">
        {missing > 0 && (
          <p class="flex gap-1.5 font-medium text-warn">
            <WarningIcon class="mt-0.5 size-4" />
            {text.short(formatRupiah(BigInt(missing)))}
          </p>
        )}
      </div>
    </div>
  );
}
