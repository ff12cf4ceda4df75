import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { claimDue, findTopUp, scheduleCheck, type TopUp } from './topups.store.ts';

const leaseMillis = 60_000;
const batchMax = 20;
const minuteMillis = 60_000;
const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Bank transfers have settled days after their page expired. */
const lateMillis = 7 * dayMillis;
/** How long settled top-ups are checked for refunds and chargebacks that no notice reported. */
const settledMillis = 30 * dayMillis;

/**
 * Requests the status of top-ups that are due: notices get lost, and Midtrans sends none when a page expires.
 * Open top-ups come first. A few settled ones per run are checked for refunds. Returns how many were checked.
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
      deps.log.warn({ err: error, topUp: id }, 'confirming a top-up failed; retrying later');
      await scheduleCheck(deps.db, id, nextCheck(topUp, deps.clock.now()));
    }
  }
  return due.length;
}

/**
 * Checks after one minute, then less and less often, until a week after the expiry. A paid top-up is checked
 * less and less often for 30 days.
 */
function nextCheck(topUp: TopUp, now: Date): Date | null {
  if (topUp.paidAt !== null) return nextLook(topUp.paidAt, now);
  const pause = Math.min(minuteMillis * 2 ** Math.min(topUp.checks, 10), hourMillis);
  const at = now.getTime() + pause;
  const expiry = topUp.expiresAt.getTime();
  if (topUp.status === 'pending' && now.getTime() < expiry) return new Date(Math.min(at, expiry));
  return at > expiry + lateMillis ? null : new Date(at);
}

/**
 * The next check is after a third more than the time since the payment, at least a day: ten checks in 30
 * days. They keep the random offset of the first check.
 */
function nextLook(paidAt: Date, now: Date): Date | null {
  const age = now.getTime() - paidAt.getTime();
  const next = age + Math.max(dayMillis, age / 3);
  return age >= settledMillis ? null : new Date(paidAt.getTime() + Math.min(next, settledMillis));
}

const everySeconds = 15;

/** Runs on every node; each due top-up is leased to one of them. */
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
