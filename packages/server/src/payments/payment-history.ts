import type { Payment, Refund } from './payments.store.ts';

export interface PaymentStep {
  readonly status: 'held' | 'paid' | 'returned' | 'refunded';
  readonly amount: number;
  readonly at: string;
}

/** Lists what happened to the payer's money, oldest first, with amounts that include the fees. */
export function historyOf(payment: Payment, refunds: readonly Refund[]): PaymentStep[] {
  const { captured, globalFee, appFee, returned, capture } = payment;
  return [
    ...step('held', payment.confirmedTotal, capture === 'manual' ? payment.confirmedAt : null),
    ...step('paid', captured + globalFee + appFee, payment.paidAt),
    ...step('returned', returned, payment.paidAt ?? payment.endedAt),
    ...refunds.flatMap(({ amount, fee, createdAt }) => step('refunded', amount + fee, createdAt)),
  ];
}

/** Rupiah amounts are below 2^53, so numbers hold them. */
function step(status: PaymentStep['status'], amount: bigint | null, at: Date | null): PaymentStep[] {
  return amount !== null && amount > 0n && at !== null
    ? [{ status, amount: Number(amount), at: at.toISOString() }]
    : [];
}
