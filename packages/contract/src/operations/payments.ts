import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, literals, page, pageQuery, pid, text, uuid } from '../schemas.ts';
import { reason } from '../shapes/money.ts';
import {
  AppEarnings,
  ChargingApp,
  extendForTopUp,
  MoneyLink,
  Payment,
  paymentAmount,
  paymentDescription,
  paymentReference,
  paymentStatus,
  PlayerPayment,
} from '../shapes/payments.ts';

const clientId = Type.String({ maxLength: 64, description: 'Public name of an own app.' });
const ofApp = Type.Object({ client_id: clientId });
const paymentOfApp = Type.Object({ client_id: clientId, id: described(uuid, 'Of the payment.') });
const paymentId = Type.Object({ id: described(uuid, 'Of the payment.') });
const example = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';

const byApp = { access: 'app-or-user', limit: 'payments', appScope: 'payments' } as const;
const readByApp = { access: 'app-or-user', appScope: 'any', errors: ['no_such_app'] } as const;
const ended = ['no_such_app', 'payment_not_found', 'payment_ended'] as const;
const unrefundable = [
  'payment_not_refundable',
  'refund_too_much',
  'payer_gone',
  'insufficient_balance',
] as const;

const refundBody = {
  amount: paymentAmount('How much goes back, without fees; together at most what was captured.'),
};

/** What an app's server does, with a machine token of the scope `payments`, or its owner on a page. */
export const payments = declare('payments', {
  createPayment: {
    ...byApp,
    summary: 'Asks for a payment; the player confirms it at `payUrl`',
    description:
      'The same reference and body again is the same payment (200); another body is refused. To the app itself its escrow is credited; to another player the app’s fee comes on top and is credited to the app.',
    params: ofApp,
    body: Type.Object({
      reference: paymentReference,
      amount: paymentAmount('What is paid, without fees.'),
      description: paymentDescription,
      to: Type.Optional(described(pid, 'The player who is paid; absent means the app itself.')),
      pid: Type.Optional(described(pid, 'The only player who may pay; absent means anybody.')),
      capture: Type.Optional(
        literals(['automatic', 'manual'], {
          description: '`automatic` (the default) pays when confirmed; `manual` holds the money first.',
        }),
      ),
      returnTo: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            'Where the page leads back to, under the rules of the login: on a listed origin, or on loopback. Absent: nowhere.',
        }),
      ),
      expiresInSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: 86_400,
          description: 'How long it can be confirmed, in seconds; 3600 when absent.',
        }),
      ),
      extendForTopUp,
      captureWithinSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: 604_800,
          description:
            'How long after the confirmation a held payment can be captured, in seconds; 604800 when absent.',
        }),
      ),
    }),
    reply: Payment,
    status: 201,
    repeatStatus: 200,
    errors: ['no_such_app', 'app_paused', 'payment_reference_used', 'receiver_not_found'],
    example: {
      client_id: 'app_example',
      reference: 'order-1',
      amount: 15_000,
      description: 'Pedang emas',
      capture: 'manual',
      returnTo: 'http://localhost:5173/bought',
    },
  },
  listPayments: {
    ...readByApp,
    summary: 'Payments that an own app has asked for, newest first',
    description: '`format=csv` streams all that are asked for as text/csv.',
    params: ofApp,
    query: Type.Object({
      status: Type.Optional(described(paymentStatus, 'Only those in this status; absent means all.')),
      reference: Type.Optional(described(paymentReference, 'Only the one of this reference.')),
      pid: Type.Optional(described(pid, 'Only those that this player has confirmed.')),
      format: Type.Optional(
        literals(['json', 'csv'], {
          description: '`json` (the default) answers a page; `csv` streams everything as text/csv.',
        }),
      ),
      ...pageQuery,
    }),
    reply: page(Payment),
    textReply: 'text/csv',
    example: { client_id: 'app_example', status: 'held' },
  },
  getPayment: {
    ...readByApp,
    summary: 'One payment of an own app',
    params: paymentOfApp,
    reply: Payment,
    errors: [...readByApp.errors, 'payment_not_found'],
    example: { client_id: 'app_example', id: example },
  },
  getAppEarnings: {
    ...readByApp,
    summary: 'What an own app has earned, what of it is held, and what was paid out',
    params: ofApp,
    reply: AppEarnings,
    example: { client_id: 'app_example' },
  },
  capturePayment: {
    ...byApp,
    summary: 'Takes held money, all or part of it, once; the rest goes back',
    params: paymentOfApp,
    body: Type.Object({
      amount: Type.Optional(paymentAmount('How much to take, at most the amount; absent means all.')),
    }),
    reply: Payment,
    errors: [...ended, 'app_paused', 'capture_too_much', 'receiver_full', 'ledger_busy'],
    example: { client_id: 'app_example', id: example },
  },
  voidPayment: {
    ...byApp,
    summary: 'Gives held money back, fees included',
    params: paymentOfApp,
    body: Type.Object({}),
    reply: Payment,
    errors: ended,
    example: { client_id: 'app_example', id: example },
  },
  cancelPayment: {
    ...byApp,
    summary: 'Takes an open payment back',
    params: paymentOfApp,
    body: Type.Object({}),
    reply: Payment,
    errors: ended,
    example: { client_id: 'app_example', id: example },
  },
  refundPayment: {
    ...byApp,
    summary: 'Gives captured money back from the escrow, in part or whole',
    description:
      'Only of payments to the app itself. The last rupiah takes the service’s fee along. A repeated request with the same Idempotency-Key is answered as the first one was.',
    stepUp: 'judged',
    idempotent: 'required',
    params: paymentOfApp,
    body: Type.Object({
      ...refundBody,
      reason: Type.Optional(
        text(
          String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]{1,200}$`,
          'must be 1-200 characters without control characters',
          { description: 'Why, in 1 to 200 characters; the player reads it.' },
        ),
      ),
    }),
    reply: Payment,
    errors: [...ended, ...unrefundable],
    example: { client_id: 'app_example', id: example, amount: 500, reason: 'Barang rusak' },
  },
});

/** What a player sees of payments, and says to them. */
export const playerPayments = declare('payments', {
  listOwnPayments: {
    summary: 'Payments that the caller has confirmed, newest first',
    access: 'user',
    query: Type.Object({
      clientId: Type.Optional(Type.String({ maxLength: 64, description: 'Only through this app.' })),
      status: Type.Optional(described(paymentStatus, 'Only those in this status; absent means all.')),
      ...pageQuery,
    }),
    reply: page(PlayerPayment),
    example: { limit: 20 },
  },
  listChargingApps: {
    summary: 'What each app has charged the caller, the latest first, at most 100',
    access: 'user',
    reply: Type.Object({ items: Type.Array(ChargingApp, { description: 'By app.' }) }),
    example: {},
  },
  describeMoneyLink: {
    summary: 'Who a link to /send or /top-up comes from, and whether it may lead back where it says',
    description:
      'The return address is judged as that of a login. A refusal says what is wrong with it, for the developer who mends it.',
    access: 'user',
    query: Type.Object({
      client_id: Type.String({ maxLength: 64, description: 'The app that the money goes through.' }),
      return_to: Type.Optional(
        Type.String({
          maxLength: 1024,
          description: 'Where the page leads back to: on a listed origin, or on loopback.',
        }),
      ),
    }),
    reply: MoneyLink,
    example: { client_id: 'app_example', return_to: 'http://localhost:5173/shop' },
  },
  getOwnPayment: {
    summary: 'A payment that the caller may confirm or has confirmed, with what it would cost them',
    access: 'user',
    params: paymentId,
    reply: PlayerPayment,
    errors: ['payment_not_found'],
    example: { id: example },
  },
  confirmPayment: {
    summary: 'The player says yes: pays, or lets the money be held',
    description:
      'Of any number of confirmations one pays; the same player’s again is answered with the payment. Above the limits of GET /v1/limits the player confirms with a passkey, or with a fresh sign-in without one.',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    params: paymentId,
    body: Type.Object({
      expectedTotal: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'What the player was told it costs in all, in rupiah: `total`. Another total is refused (`quote_changed`).',
      }),
    }),
    reply: PlayerPayment,
    errors: [
      'payment_not_found',
      'payment_expired',
      'payment_ended',
      'own_payment',
      'quote_changed',
      'app_paused',
      'daily_limit',
      'insufficient_balance',
      'receiver_full',
      'receiver_not_found',
      'ledger_busy',
    ],
    example: { id: example, expectedTotal: 15_100 },
  },
  declinePayment: {
    summary: 'The player says no',
    access: 'user',
    limit: 'money',
    allowSuspended: true,
    params: paymentId,
    body: Type.Object({}),
    reply: PlayerPayment,
    errors: ['payment_not_found', 'payment_expired', 'payment_ended'],
    example: { id: example },
  },
});

/** What administrators see of payments, and do in a dispute. */
export const paymentsAdmin = declare('admin', {
  listPaymentsAsAdmin: {
    summary: 'Payments of all apps, newest first',
    access: 'admin',
    query: Type.Object({
      status: Type.Optional(described(paymentStatus, 'Only those in this status; absent means all.')),
      clientId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this app.' })),
      pid: Type.Optional(described(pid, 'Only those that this player has confirmed.')),
      ...pageQuery,
    }),
    reply: page(PlayerPayment),
    example: { status: 'paid' },
  },
  refundPaymentAsAdmin: {
    summary: 'Gives captured money back in a dispute, from the app’s escrow',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    idempotent: 'required',
    params: paymentId,
    body: Type.Object({ ...refundBody, reason }),
    reply: PlayerPayment,
    errors: ['payment_not_found', 'own_money', 'payment_ended', ...unrefundable],
    example: { id: example, amount: 500, reason: 'The item never arrived' },
  },
});
