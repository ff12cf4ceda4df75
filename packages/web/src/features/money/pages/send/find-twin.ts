import { api } from '../../../../kit/api/api.ts';
import { systemClock } from '../../../../kit/platform/clock.ts';
import type { StatementEntry } from '../../parts/shapes.ts';
import type { SendWish } from './wish.ts';

const MOMENT_MILLISECONDS = 10 * 60_000;

/** Whether an entry is the same wish, sent already. */
function isTwin(entry: StatementEntry, wish: Pick<SendWish, 'to' | 'amount'>): boolean {
  return (
    entry.type === 'send' &&
    entry.counterparty === wish.to &&
    -entry.amount - (entry.fee ?? 0) === wish.amount
  );
}

/** When the same amount went to the same person in the last minutes; null when it did not. A second one may be a slip. */
export async function findTwin(wish: SendWish, signal?: AbortSignal): Promise<string | null> {
  const from = new Date(systemClock.now() - MOMENT_MILLISECONDS).toISOString();
  const { items } = await api.call('getStatement', { from, limit: 50 }, signal ? { signal } : {});
  return items.find((entry) => isTwin(entry, wish))?.createdAt ?? null;
}
