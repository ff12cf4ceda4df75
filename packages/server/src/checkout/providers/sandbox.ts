import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { findSandboxCharge, insertSandboxCharge, refundSandboxCharge } from './sandbox.store.ts';

/** Play money, in a sandbox and in development: the checkout page has buttons that pay and fail. */
export const sandbox = { id: 'sandbox', open: openSandbox } as const;

function openSandbox(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  checkoutUrl: (topUpId: string) => string,
): PaymentProvider {
  return {
    id: sandbox.id,
    pageOrigins: [],
    open: async ({ orderId }) => ({ sessionId: orderId, url: checkoutUrl(orderId) }),
    async status({ orderId }) {
      const charge = await findSandboxCharge(db, orderId);
      if (!charge) return { kind: 'pending' };
      if (charge.outcome === 'failed') return { kind: 'failed' };
      return {
        kind: 'paid',
        chargeId: `sandbox-${orderId}`,
        paymentRequestId: null,
        amount: charge.amount,
        currency: 'IDR',
        refunded: charge.refunded,
        answer: JSON.stringify({ orderId, outcome: charge.outcome, amount: Number(charge.amount) }),
      };
    },
    async cancel({ orderId }) {
      await insertSandboxCharge(db, { orderId, outcome: 'failed', amount: 0n, now: clock.now() });
    },
    refund: ({ orderId }, _charge, { amount }) => refundSandboxCharge(db, orderId, amount),
    proveKey: async () => {},
    readNotice: () => null,
    readSubject: () => null,
  };
}
