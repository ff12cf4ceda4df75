import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findSandboxPayment, insertSandboxPayment, refundSandboxPayment } from './sandbox.store.ts';

/** Stands in for a payment provider on one's own machine: the checkout page has buttons that pay and fail. */
export function sandbox(
  { db, clock }: { db: Queryable; clock: Clock },
  checkoutUrl: (topUpId: string) => string,
): PaymentProvider {
  return {
    id: 'sandbox',
    pageOrigins: [],
    open: async ({ orderId }) => ({ sessionId: orderId, url: checkoutUrl(orderId) }),
    async status({ orderId }) {
      const payment = await findSandboxPayment(db, orderId);
      if (!payment) return { kind: 'pending' };
      if (payment.outcome === 'failed') return { kind: 'failed' };
      return {
        kind: 'paid',
        paymentId: `sandbox-${orderId}`,
        paymentRequestId: null,
        amount: payment.amount,
        currency: 'IDR',
        refunded: payment.refunded,
        answer: JSON.stringify({ orderId, outcome: payment.outcome, amount: Number(payment.amount) }),
      };
    },
    async cancel({ orderId }) {
      await insertSandboxPayment(db, { orderId, outcome: 'failed', amount: 0n, now: clock.now() });
    },
    refund: ({ orderId }, _payment, { amount }) => refundSandboxPayment(db, orderId, amount),
    proveKey: async () => {},
    readNotice: () => null,
    readSubject: () => null,
  };
}
