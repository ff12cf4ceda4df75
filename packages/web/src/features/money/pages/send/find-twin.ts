import { api } from '../../../../kit/api/api.ts';
import { systemClock } from '../../../../kit/platform/clock.ts';
import type { StatementEntry } from '../../../../kit/api/shapes.ts';
import type { SendWish } from './wish.ts';

const MOMENT_MILLISECONDS = 10 * 60_000;

/** True if an entry is the same send, already made. */
function isTwin(entry: StatementEntry, wish: Pick<SendWish, 'to' | 'amount'>): boolean {
  return (
    entry.type === 'send' &&
    entry.counterparty === wish.to &&
    -entry.amount - (entry.fee ?? 0) === wish.amount
  );
}

/**
 * Returns when the same amount was sent to the same player in the last minutes; null if it was not. A second
 * send may be a mistake.
 */
export async function findTwin(wish: SendWish, signal?: AbortSignal): Promise<string | null> {
  const from = new Date(systemClock.now() - MOMENT_MILLISECONDS).toISOString();
  const { items } = await api.call('getStatement', { from, limit: 50 }, signal ? { signal } : {});
  return items.find((entry) => isTwin(entry, wish))?.createdAt ?? null;
}
