import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, page, pageQuery, pid, uuid } from '../schemas.ts';
import { reason } from '../shapes/money.ts';
import { paymentStatus, PlayerPayment, refundAmount, unrefundable } from '../shapes/payments.ts';

export const paymentsAdmin = declare('admin', {
  listPaymentsAsAdmin: {
    summary: 'Lists the payments of all apps, newest first',
    access: 'admin',
    query: Type.Object({
      status: Type.Optional(described(paymentStatus, 'Returns only payments with this status.')),
      clientId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Returns only payments of this app (`client_id`).' }),
      ),
      pid: Type.Optional(described(pid, 'Returns only payments that this player has confirmed.')),
      ...pageQuery,
    }),
    reply: page(PlayerPayment),
    example: { status: 'paid' },
  },
  refundPaymentAsAdmin: {
    summary: 'Refunds a payment from the app’s escrow in a dispute',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    idempotent: 'required',
    params: Type.Object({ id: described(uuid, 'Id of the payment.') }),
    body: Type.Object({ amount: refundAmount, reason }),
    reply: PlayerPayment,
    errors: ['payment_not_found', 'own_money', 'payment_ended', ...unrefundable],
    example: { id: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b', amount: 500, reason: 'The item never arrived' },
  },
});
