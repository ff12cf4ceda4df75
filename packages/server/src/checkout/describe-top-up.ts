import type { Clock } from '../platform/clock.ts';
import { totalOf, type TopUp } from './topups.store.ts';

export interface DescribeDeps {
  readonly clock: Clock;
  checkoutUrl(id: string): string;
}

export function describeTopUp(deps: DescribeDeps, topUp: TopUp) {
  return {
    id: topUp.id,
    checkoutUrl: deps.checkoutUrl(topUp.id),
    amount: topUp.amount,
    fees: {
      global: topUp.globalFee,
      app: topUp.appFee,
      provider: topUp.providerFee,
      total: totalOf(topUp) - topUp.amount,
    },
    total: totalOf(topUp),
    status: currentStatus(topUp, deps.clock.now()),
    expiresAt: topUp.expiresAt.toISOString(),
    ...(topUp.paidAt ? { paidAt: topUp.paidAt.toISOString() } : {}),
    ...(topUp.refunded > 0n ? { refunded: topUp.refunded } : {}),
  };
}

/** The answer to its creation. A replay returns the first answer; GET returns the current state. */
export function describeNew(deps: DescribeDeps, topUp: TopUp) {
  return { ...describeTopUp(deps, { ...topUp, paidAt: null, refunded: 0n }), status: 'pending' as const };
}

/** Includes fields that only administrators see. */
export function describeForAdmin(deps: Pick<DescribeDeps, 'clock'>, topUp: TopUp) {
  return {
    id: topUp.id,
    pid: topUp.pid,
    amount: topUp.amount,
    total: totalOf(topUp),
    status: currentStatus(topUp, deps.clock.now()),
    provider: topUp.provider,
    paymentId: topUp.paymentId,
    refunded: topUp.refunded,
    receivable: topUp.receivable,
    createdAt: topUp.createdAt.toISOString(),
    ...(topUp.paidAt ? { paidAt: topUp.paidAt.toISOString() } : {}),
  };
}

/** A pending top-up past its expiry is shown as expired, even before the reconciliation has stored that. */
export function currentStatus(topUp: TopUp, now: Date): TopUp['status'] {
  return topUp.status === 'pending' && now >= topUp.expiresAt ? 'expired' : topUp.status;
}
