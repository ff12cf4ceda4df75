import type { StatementEntry } from './statement-entry.ts';

export interface EntrySearch {
  readonly direction?: 'in' | 'out';
  readonly search?: string;
}

/**
 * Returns a predicate for entries that match the search, or null if all match. It searches the texts that the
 * reader sees.
 */
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

/** Matches the amount with and without fees, because a player may remember either. */
function hasAmount({ amount, fee = 0n }: StatementEntry, wanted: bigint): boolean {
  const moved = amount < 0n ? -amount : amount;
  return moved === wanted || moved - fee === wanted;
}

/** Reads `Rp25.000` as 25000. */
function readAmount(text: string): bigint | null {
  const digits = /^(?:rp\s?)?(\d{1,3}(?:[.,]\d{3})*|\d{1,15})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits.replaceAll(/[.,]/g, ''));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
