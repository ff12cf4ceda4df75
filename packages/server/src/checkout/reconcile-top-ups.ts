import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { claimDue, findTopUp, scheduleCheck, type TopUp } from './topups.store.ts';

const leaseMillis = 60_000;
const batchMax = 20;
const minuteMillis = 60_000;
const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Bank transfers have been seen to settle days after their page expired. */
const lateMillis = 7 * dayMillis;
/** Refunds and chargebacks that no notice told of are found by asking so long. */
const settledMillis = 30 * dayMillis;

/**
 * Asks about whatever is due: notices get lost, and Midtrans sends none when a page expires. Open ones come first; about settled ones, a
 * few a round, it asks whether their payers have got something back. Returns how many it asked about.
 */
export async function reconcileTopUps(
  deps: ConfirmDeps & { log: Logger },
  which: 'open' | 'settled' = 'open',
): Promise<number> {
  const now = deps.clock.now();
  const due = await claimDue(deps.db, which, now, new Date(now.getTime() + leaseMillis), batchMax);
  for (const id of due) {
    const topUp = (await findTopUp(deps.db, id))!;
    try {
      const settled = await confirmTopUp(deps, topUp);
      await scheduleCheck(deps.db, id, nextCheck(settled, deps.clock.now()));
    } catch (error) {
      deps.log.warn({ err: error, topUp: id }, 'a payment could not be confirmed, it is asked about again');
      await scheduleCheck(deps.db, id, nextCheck(topUp, deps.clock.now()));
    }
  }
  return due.length;
}

/** Each minute, then less and less often, until a week after it expired; after it was paid, less and less often for 30 days. */
function nextCheck(topUp: TopUp, now: Date): Date | null {
  if (topUp.paidAt !== null) return nextLook(topUp.paidAt, now);
  const pause = Math.min(minuteMillis * 2 ** Math.min(topUp.checks, 10), hourMillis);
  const at = now.getTime() + pause;
  const expiry = topUp.expiresAt.getTime();
  if (topUp.status === 'pending' && now.getTime() < expiry) return new Date(Math.min(at, expiry));
  return at > expiry + lateMillis ? null : new Date(at);
}

/** A third more than the time since it was paid, at least a day: ten looks in 30 days, at the same hour spread as the first. */
function nextLook(paidAt: Date, now: Date): Date | null {
  const age = now.getTime() - paidAt.getTime();
  const next = age + Math.max(dayMillis, age / 3);
  return age >= settledMillis ? null : new Date(paidAt.getTime() + Math.min(next, settledMillis));
}

const everySeconds = 15;

/** On every node: what is due is handed to one of them. */
export function reconciliation(deps: ConfirmDeps & { log: Logger }): Job {
  return {
    name: 'reconcile top-ups',
    everySeconds,
    async run() {
      while ((await reconcileTopUps(deps)) === batchMax);
      await reconcileTopUps(deps, 'settled');
    },
  };
}
