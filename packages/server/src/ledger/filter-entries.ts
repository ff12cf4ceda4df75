import type { StatementEntry } from './get-statement.ts';

export interface EntrySearch {
  readonly direction?: 'in' | 'out';
  readonly search?: string;
}

/** Whether an entry is one of those that were asked for; null where all are. What is searched is what the reader sees. */
export function entryFilter({
  direction,
  search = '',
}: EntrySearch): ((entry: StatementEntry) => boolean) | null {
  const wanted = fold(search);
  if (direction === undefined && wanted === '') return null;
  const amount = readAmount(wanted);
  return (entry) =>
    (direction === undefined || (direction === 'in') === entry.amount > 0n) &&
    (wanted === '' || hasText(entry, wanted) || (amount !== null && hasAmount(entry, amount)));
}

function hasText({ note, counterparty, app, appName }: StatementEntry, wanted: string): boolean {
  return [note, counterparty, app, appName].some((text) => text !== undefined && fold(text).includes(wanted));
}

/** What moved, with its fees or without: either is the number that somebody remembers. */
function hasAmount({ amount, fee = 0n }: StatementEntry, wanted: bigint): boolean {
  const moved = amount < 0n ? -amount : amount;
  return moved === wanted || moved - fee === wanted;
}

/** `Rp25.000` is 25000. */
function readAmount(text: string): bigint | null {
  const digits = /^(?:rp\s?)?(\d{1,3}(?:[.,]\d{3})*|\d{1,15})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits.replaceAll(/[.,]/g, ''));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
