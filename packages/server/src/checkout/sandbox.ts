import type { Queryable } from '../platform/db/index.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findSandboxPayment } from './sandbox.store.ts';

/** Stands in for a payment provider on one's own machine: the checkout page has buttons that pay and fail. */
export function sandbox(db: Queryable, checkoutUrl: (topUpId: string) => string): PaymentProvider {
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
      };
    },
    readNotice: () => null,
  };
}
