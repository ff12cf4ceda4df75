import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { defaultLanguage } from '../languages.ts';
import {
  described,
  literals,
  nullable,
  okReply,
  page,
  pageQuery,
  pid,
  rupiah,
  text,
  uuid,
  words,
} from '../schemas.ts';
import { Item, itemImage, itemNames, itemPrice, quantity, sku } from '../shapes/items.ts';
import {
  AppEarnings,
  ChargingApp,
  extendForTopUp,
  MoneyLink,
  Payment,
  paymentDescription,
  paymentReference,
  paymentStatus,
  PlayerPayment,
  refundAmount,
  unrefundable,
} from '../shapes/payments.ts';
import { paymentAmount } from '../shapes/plain-words.ts';

const clientId = Type.String({
  maxLength: 64,
  description: 'Public identifier of one of the caller’s apps.',
});
const ofApp = Type.Object({ client_id: clientId });
const paymentOfApp = Type.Object({ client_id: clientId, id: described(uuid, 'Id of the payment.') });
const paymentId = Type.Object({ id: described(uuid, 'Id of the payment.') });
const example = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';

const byApp = { access: 'app-or-user', limit: 'payments', appScope: 'payments' } as const;
const readByApp = { access: 'app-or-user', appScope: 'any', errors: ['no_such_app'] } as const;
const ended = ['no_such_app', 'payment_not_found', 'payment_ended'] as const;
const itemOfApp = Type.Object({ client_id: clientId, sku });
const itemExample = { client_id: 'app_example', sku: 'golden-sword' };

/** The catalogue of an app: items that its payments can name. */
export const items = declare('payments', {
  setItem: {
    ...byApp,
    summary: 'Creates or changes an item of an app',
    description:
      'Payments that were created before keep the price and the names that they have. An app can have 1000 items.',
    params: itemOfApp,
    body: Type.Object({ names: itemNames, price: itemPrice, imageUrl: Type.Optional(itemImage) }),
    reply: Item,
    errors: ['no_such_app', 'catalogue_full'],
    example: { ...itemExample, names: { [defaultLanguage]: 'Golden sword' }, price: 15_000 },
  },
  listItems: {
    ...byApp,
    summary: 'Lists the items of an app, by `sku`',
    params: ofApp,
    query: Type.Object(pageQuery),
    reply: page(Item),
    errors: ['no_such_app'],
    example: { client_id: 'app_example', limit: 50 },
  },
  removeItem: {
    ...byApp,
    summary: 'Removes an item of an app',
    description: 'Payments that were created before can still be paid.',
    params: itemOfApp,
    reply: okReply,
    errors: ['no_such_app', 'no_such_item'],
    example: itemExample,
  },
});

/** Called by an app's server with a machine token of the scope `payments`, or by its owner on a page. */
export const payments = declare('payments', {
  createPayment: {
    ...byApp,
    idempotent: true,
    summary: 'Creates a payment',
    description:
      'The player confirms the payment at `payUrl`. Without `to`, the app’s escrow is credited. With `to`, that player is credited, and the payer also pays the app’s fee, which is credited to the app. `reference` makes the request idempotent: the same reference and body return the existing payment with 200; the same reference with another body is refused with `payment_reference_used`. With `allowance`, the player has approved such payments before: the response has the status `paid`, and an `Idempotency-Key` that was used for another charge is refused. Without `allowance` no money moves yet, and only `reference` counts.',
    params: ofApp,
    body: Type.Object({
      reference: paymentReference,
      amount: Type.Optional(paymentAmount('Amount without fees. Required without `sku`.')),
      description: Type.Optional(
        described(
          paymentDescription,
          'Description that the payer reads, 1-140 characters. Do not include names of people. Required without `sku`.',
        ),
      ),
      sku: Type.Optional(
        described(
          sku,
          'Item that the player buys, instead of `amount` and `description`. Price, names and picture of the item are copied into the payment.',
        ),
      ),
      quantity: Type.Optional(described(quantity, 'Number of items, 1-99, only with `sku`. Default: 1.')),
      allowance: Type.Optional(
        described(
          uuid,
          'Id of an allowance. The payment is then paid at once, without a confirmation, and not created if that is refused. Only without `to`, and with `capture` `automatic`. `pid`, if given, is the player of the allowance.',
        ),
      ),
      to: Type.Optional(
        described(pid, 'pid of the player who receives the money. If absent, the app receives it.'),
      ),
      pid: Type.Optional(
        described(pid, 'pid of the only player who may pay. If absent, any player may pay.'),
      ),
      capture: Type.Optional(
        literals(['automatic', 'manual'], {
          description:
            '`automatic` (the default) pays when the player confirms. `manual` puts the money on hold until the app captures it.',
        }),
      ),
      returnTo: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            'URL to return to after the payment, with the same rules as for logins: on a listed origin of the app, or on loopback. If absent, the page does not return to the app.',
        }),
      ),
      expiresInSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: 86_400,
          description: 'Time in which the payment can be confirmed, in seconds, 60-86400. Default: 3600.',
        }),
      ),
      extendForTopUp,
      captureWithinSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: 604_800,
          description:
            'Time after the confirmation in which a held payment can be captured, in seconds, 60-604800. Default: 604800.',
        }),
      ),
    }),
    reply: Payment,
    status: 201,
    repeatStatus: 200,
    errors: [
      'no_such_app',
      'no_such_item',
      'app_paused',
      'payment_reference_used',
      'receiver_not_found',
      'allowance_not_found',
      'allowance_exceeded',
      'allowance_unavailable',
      'ledger_busy',
    ],
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
    summary: 'Lists the payments of an app, newest first',
    description: 'With `format=csv`, all matching payments are streamed as text/csv.',
    params: ofApp,
    query: Type.Object({
      status: Type.Optional(described(paymentStatus, 'Returns only payments with this status.')),
      reference: Type.Optional(described(paymentReference, 'Returns only the payment with this reference.')),
      pid: Type.Optional(described(pid, 'Returns only payments that this player has confirmed.')),
      format: Type.Optional(
        literals(['json', 'csv'], {
          description:
            '`json` (the default) returns one page; `csv` streams all matching payments as text/csv.',
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
    summary: 'Returns a payment of an app',
    params: paymentOfApp,
    reply: Payment,
    errors: [...readByApp.errors, 'payment_not_found'],
    example: { client_id: 'app_example', id: example },
  },
  getAppEarnings: {
    ...readByApp,
    summary: 'Returns the earnings of an app',
    params: ofApp,
    reply: AppEarnings,
    example: { client_id: 'app_example' },
  },
  capturePayment: {
    ...byApp,
    summary: 'Captures a held payment',
    description:
      'A held payment can be captured once, in whole or in part, until `captureBy`. The rest returns to the payer, and the fees are computed on the captured amount. The same capture again returns the payment; another amount is refused with `payment_ended`.',
    params: paymentOfApp,
    body: Type.Object({
      amount: Type.Optional(
        paymentAmount('Amount to capture, at most the amount of the payment. If absent, the whole amount.'),
      ),
    }),
    reply: Payment,
    errors: [...ended, 'app_paused', 'capture_too_much', 'receiver_full', 'ledger_busy'],
    example: { client_id: 'app_example', id: example },
  },
  voidPayment: {
    ...byApp,
    summary: 'Voids a held payment',
    description:
      'Releases the hold: the payer gets all the money back, fees included. Voiding again returns the payment.',
    params: paymentOfApp,
    body: Type.Object({}),
    reply: Payment,
    errors: [...ended, 'ledger_busy'],
    example: { client_id: 'app_example', id: example },
  },
  cancelPayment: {
    ...byApp,
    summary: 'Cancels an open payment',
    description: 'Only possible until a player confirms the payment. Cancelling again returns the payment.',
    params: paymentOfApp,
    body: Type.Object({}),
    reply: Payment,
    errors: ended,
    example: { client_id: 'app_example', id: example },
  },
  refundPayment: {
    ...byApp,
    summary: 'Refunds a payment',
    description:
      'Refunds all or part of the captured amount from the app’s escrow to the payer. Only payments to the app itself can be refunded. The refund that completes the amount also returns the service’s fee. The header `Idempotency-Key` is required: the same key returns the first response and does not refund again. A session needs step-up; a machine token does not.',
    stepUp: 'judged',
    idempotent: 'required',
    params: paymentOfApp,
    body: Type.Object({
      amount: refundAmount,
      reason: Type.Optional(
        text(
          String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]{1,200}$`,
          'must be 1-200 characters without control characters',
          { description: 'Reason for the refund, 1-200 characters. The player can read it.' },
        ),
      ),
    }),
    reply: Payment,
    errors: [...ended, ...unrefundable],
    example: { client_id: 'app_example', id: example, amount: 500, reason: 'Barang rusak' },
  },
});

export const playerPayments = declare('payments', {
  listOwnPayments: {
    summary: 'Lists the payments that the caller has confirmed, newest first',
    access: 'user',
    query: Type.Object({
      clientId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Returns only payments through this app (`client_id`).' }),
      ),
      status: Type.Optional(described(paymentStatus, 'Returns only payments with this status.')),
      ...pageQuery,
    }),
    reply: page(PlayerPayment),
    example: { limit: 20 },
  },
  listChargingApps: {
    summary: 'Lists what each app has charged the caller',
    access: 'user',
    reply: Type.Object({
      items: Type.Array(ChargingApp, {
        description: 'One item per app, at most 100; the app with the latest confirmation comes first.',
      }),
    }),
    example: {},
  },
  getSpending: {
    summary: 'Returns what the caller has paid through each app, by month',
    description:
      'The current month comes first. Months begin in the time zone of the service. A refund counts in the month of its payment. Money on hold is not counted.',
    access: 'user',
    query: Type.Object({
      months: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 12,
          default: 6,
          description: 'Number of months, 1-12, the current one included. Default: 6.',
        }),
      ),
    }),
    reply: Type.Object(
      {
        months: Type.Array(
          Type.Object({
            month: words('Year and month, such as 2026-11.'),
            total: rupiah('What the caller paid in this month, in rupiah, fees included, refunds deducted.'),
            apps: Type.Array(
              Type.Object({
                clientId: words('`client_id` of the app.'),
                name: words('Name of the app.'),
                amount: rupiah('The part of `total` that was paid through this app, in rupiah.'),
              }),
              { description: 'Apps with an amount above 0, largest first.' },
            ),
          }),
        ),
      },
      { title: 'Spending' },
    ),
    example: { months: 1 },
  },
  describeMoneyLink: {
    summary: 'Returns the app behind a link to /send or /top-up',
    description:
      '`return_to` follows the same rules as the redirect URI of a login. The error message says what is wrong with it, for the developer who made the link.',
    access: 'user',
    query: Type.Object({
      client_id: Type.String({
        maxLength: 64,
        description: 'Public identifier of the app that the money goes through.',
      }),
      return_to: Type.Optional(
        Type.String({
          maxLength: 1024,
          description: 'URL to return to: on a listed origin of the app, or on loopback.',
        }),
      ),
    }),
    reply: MoneyLink,
    example: { client_id: 'app_example', return_to: 'http://localhost:5173/shop' },
  },
  getOwnPayment: {
    summary: 'Returns a payment that the caller can confirm or has confirmed',
    description: 'While the payment is open, `fees` and `total` are those that the caller would pay.',
    access: 'user',
    params: paymentId,
    reply: PlayerPayment,
    errors: ['payment_not_found'],
    example: { id: example },
  },
  getPaymentStatus: {
    summary: 'Returns the status of a payment',
    description:
      'The page of a game reads it if the window of the payment does not answer, for example because the player closed it. Anyone who has the id can read it, so no sign-in is required. Before your server delivers anything, it must read the payment or its event with its own token.',
    access: 'public',
    params: paymentId,
    reply: Type.Object(
      {
        status: described(paymentStatus, 'Status of the payment.'),
        origin: nullable(
          Type.String({
            description:
              'Origin of `returnTo`, which the page of the payment posts its result to; null if there is none.',
          }),
        ),
      },
      { title: 'PaymentStatus' },
    ),
    errors: ['payment_not_found'],
    example: { id: example },
  },
  confirmPayment: {
    summary: 'Confirms a payment',
    description:
      'The player pays, or with `capture: manual` the money is put on hold. Only one confirmation of a payment succeeds; if the same player confirms again, the response is the payment. Above the limits of GET /v1/limits, the player confirms with a passkey, or without a passkey with a recent sign-in (within ten minutes).',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    params: paymentId,
    body: Type.Object({
      expectedTotal: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Total that the player agreed to, in rupiah: the `total` of the payment. If the total is different now, the request is refused with `quote_changed`.',
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
      'age_needed',
      'parent_needed',
      'parent_approval_needed',
      'daily_limit',
      'insufficient_balance',
      'receiver_full',
      'receiver_not_found',
      'ledger_busy',
    ],
    example: { id: example, expectedTotal: 15_100 },
  },
  declinePayment: {
    summary: 'Declines a payment',
    description: 'Only possible while the payment is open. Declining again returns the payment.',
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
