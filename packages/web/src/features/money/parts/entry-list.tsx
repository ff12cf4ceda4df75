import type { ComponentType } from 'preact';
import type { EntryType, StatementEntry } from '../../../kit/api/shapes.ts';
import { formatDateTime } from '../../../kit/format/date-time.ts';
import { formatRupiah } from '../../../kit/format/rupiah.ts';
import { locale } from '../../../kit/i18n/locale.ts';
import { DateTime } from '../../../kit/controls/date-time.tsx';
import { ArrowDownIcon, ArrowUpIcon, CoinsIcon, PlusIcon } from '../../../kit/controls/icons.tsx';
import { Money } from '../../../kit/money/money.tsx';
import { describeEntry, isPid, noteOf } from './describe-entry.ts';
import { PaymentBadge } from './payment-status.tsx';
import type { MoneyText } from './text.en.ts';

const ICONS: Record<EntryType, ComponentType<{ class?: string }>> = {
  send: ArrowUpIcon,
  receive: ArrowDownIcon,
  topup: PlusIcon,
  refund: ArrowUpIcon,
  payout: CoinsIcon,
  deposit: CoinsIcon,
  settlement: ArrowUpIcon,
  settlement_return: ArrowDownIcon,
  activation: ArrowUpIcon,
  activation_return: ArrowDownIcon,
  app_fee: CoinsIcon,
  forfeit: ArrowUpIcon,
  payment: ArrowUpIcon,
  hold: ArrowUpIcon,
  hold_return: ArrowDownIcon,
};

function EntryRow({ text, entry, href }: { text: MoneyText; entry: StatementEntry; href: string | null }) {
  const Icon = entry.type === 'refund' && entry.amount > 0 ? ArrowDownIcon : ICONS[entry.type];
  const Frame = href === null ? 'div' : 'a';
  return (
    <li>
      <Frame
        {...(href === null ? {} : { href })}
        class={`flex items-start gap-3 rounded-md px-2 py-3 sm:gap-4 ${href === null ? '' : 'hover:bg-sunken'}`}
      >
        <span
          class={`grid size-10 shrink-0 place-items-center rounded-full ${entry.amount > 0 ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
        >
          <Icon />
        </span>
        <span class="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3">
          <span class="min-w-0">
            <span class="block font-semibold break-words">{describeEntry(entry, text)}</span>
            {entry.note !== undefined && <span class="block text-sm break-words">“{noteOf(entry)}”</span>}
            {entry.reason !== undefined && (
              <span class="block text-sm break-words">{text.because(entry.reason)}</span>
            )}
          </span>
          <span class="text-right">
            <Money amount={entry.amount} signed class="block font-semibold" />
            <span class="block text-sm text-muted">
              <span class="sr-only">{text.balanceAfter} </span>
              <Money amount={entry.balanceAfter} />
            </span>
          </span>
          <span class="col-span-2 text-sm text-muted">
            <DateTime value={entry.createdAt} style="time" />
            {entry.appName !== undefined && isPid(entry.counterparty) && (
              <span> · {text.through(entry.appName)}</span>
            )}
            {entry.type === 'payment' && entry.allowance !== undefined && (
              <span> · {text.words.automatic}</span>
            )}
            {entry.fee !== undefined && entry.fee > 0 && entry.type !== 'topup' && (
              <span> · {text.fee(formatRupiah(BigInt(entry.fee)))}</span>
            )}
          </span>
          {entry.paymentStatus !== undefined && entry.amount < 0 && entry.type !== 'refund' && (
            <span class="col-span-2 pt-1">
              <PaymentBadge
                text={text}
                status={entry.paymentStatus}
                returned={entry.returned}
                refunded={entry.refunded}
              />
            </span>
          )}
        </span>
      </Frame>
    </li>
  );
}

export interface EntryListProps {
  readonly text: MoneyText;
  readonly label: string;
  readonly entries: readonly StatementEntry[];
  /** Returns the path of an entry's receipt. */
  readonly receipt?: (entry: StatementEntry) => string;
}

interface DayOfEntries {
  readonly day: string;
  readonly entries: StatementEntry[];
}

function groupByDay(entries: readonly StatementEntry[]): DayOfEntries[] {
  const days: DayOfEntries[] = [];
  for (const entry of entries) {
    const day = formatDateTime(entry.createdAt, locale.value, 'date');
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Newest first, grouped by day, because players search by day. */
export function EntryList({ text, label, entries, receipt }: EntryListProps) {
  return (
    <div class="grid grid-cols-1 gap-4" role="group" aria-label={label}>
      {groupByDay(entries).map(({ day, entries: ofDay }) => (
        <div key={day}>
          <h3 class="font-sans text-sm font-semibold text-muted">{day}</h3>
          <ul class="-mx-2 divide-y divide-line">
            {ofDay.map((entry) => (
              <EntryRow key={entry.id} text={text} entry={entry} href={receipt ? receipt(entry) : null} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
