import type { ComponentType } from 'preact';
import type { EntryType, StatementEntry } from '../api/money-types.ts';
import { formatRupiah } from '../format/rupiah.ts';
import { DateTime } from '../ui/date-time.tsx';
import { ArrowDownIcon, ArrowUpIcon, CoinsIcon, PlusIcon } from '../ui/icons.tsx';
import { Money } from './money.tsx';
import type { MoneyText } from './text.en.ts';

const ICONS: Record<EntryType, ComponentType<{ class?: string }>> = {
  send: ArrowUpIcon,
  receive: ArrowDownIcon,
  topup: PlusIcon,
  refund: ArrowUpIcon,
  payout: CoinsIcon,
  app_fee: CoinsIcon,
  forfeit: ArrowUpIcon,
};

export function describeEntry(
  { type, counterparty }: Pick<StatementEntry, 'type' | 'counterparty'>,
  text: MoneyText,
): string {
  return text.kinds[type](counterparty ?? text.somebody);
}

function EntryRow({ text, entry, href }: { text: MoneyText; entry: StatementEntry; href: string | null }) {
  const Icon = ICONS[entry.type];
  const Frame = href === null ? 'div' : 'a';
  return (
    <li>
      <Frame
        {...(href === null ? {} : { href })}
        class={`flex items-center gap-3 rounded-md px-2 py-3 sm:gap-4 ${href === null ? '' : 'hover:bg-sunken'}`}
      >
        <span
          class={`grid size-10 shrink-0 place-items-center rounded-full ${entry.amount > 0 ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
        >
          <Icon />
        </span>
        <span class="min-w-0 flex-1">
          <span class="block font-semibold break-words">{describeEntry(entry, text)}</span>
          {entry.note !== undefined && <span class="block text-sm break-words">“{entry.note}”</span>}
          <span class="block text-sm text-muted">
            <DateTime value={entry.createdAt} />
            {entry.fee !== undefined && entry.fee > 0 && entry.type === 'send' && (
              <span class="hidden sm:inline"> · {text.fee(formatRupiah(BigInt(entry.fee)))}</span>
            )}
          </span>
        </span>
        <span class="shrink-0 text-right">
          <Money amount={entry.amount} signed class="block font-semibold" />
          <span class="block text-sm text-muted">
            <span class="sr-only">{text.balanceAfter} </span>
            <Money amount={entry.balanceAfter} />
          </span>
        </span>
      </Frame>
    </li>
  );
}

export interface EntryListProps {
  readonly text: MoneyText;
  readonly label: string;
  readonly entries: readonly StatementEntry[];
  /** Where an entry's receipt is, if it has one. */
  readonly receipt?: (entry: StatementEntry) => string;
}

export function EntryList({ text, label, entries, receipt }: EntryListProps) {
  return (
    <ul class="-mx-2 divide-y divide-line" aria-label={label}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} text={text} entry={entry} href={receipt ? receipt(entry) : null} />
      ))}
    </ul>
  );
}
