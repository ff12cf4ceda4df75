import { Type } from 'typebox';
import { described, flag, instant, literals, nullable, pid, rupiah, text, uuid, words } from '../schemas.ts';
import { PaymentItem } from './items.ts';
import { nullableMoment, nullableText } from './money.ts';
import { paymentAmount, plainWords } from './plain-words.ts';

export const paymentReference = text(
  `^${plainWords}{1,64}$`,
  'must be 1-64 characters without control characters',
  {
    description:
      'The app’s own id for the payment, 1-64 characters, unique per app. The same request again returns the same payment.',
  },
);
export const paymentDescription = text(
  String.raw`^(?=.*\S)${plainWords}{1,140}$`,
  'must be 1-140 characters without control characters',
  {
    description: 'Description that the payer reads, 1-140 characters. Do not include names of people.',
  },
);
export const refundAmount = paymentAmount(
  'Amount to refund, without fees. All refunds together cannot exceed the captured amount.',
);
export const unrefundable = [
  'payment_not_refundable',
  'refund_too_much',
  'payer_gone',
  'insufficient_balance',
] as const;

export const paymentStatus = literals(
  ['open', 'held', 'paid', 'refunded', 'void', 'declined', 'expired', 'cancelled'],
  {
    description:
      '`open`: not confirmed yet. `held`: confirmed, and the money is on hold until the app captures or voids the payment. `paid`: paid or captured. `void`: the hold was voided, or `captureBy` passed; the payer got the money back. `declined`: the player declined. `expired`: not confirmed before `expiresAt`. `cancelled`: the app cancelled it. `refunded`: fully refunded.',
  },
);

const paymentFields = {
  id: described(uuid, 'Id of the payment.'),
  clientId: words('`client_id` of the app that created the payment.'),
  reference: words('The app’s own id for the payment.'),
  status: paymentStatus,
  amount: rupiah('Amount in rupiah, without fees.'),
  description: words(
    'Description that the payer reads; of a payment for an item, its quantity and its name in the default language. `[erased]` some time after a player of the payment was deleted.',
  ),
  item: nullable(PaymentItem),
  to: nullable(
    described(pid, 'pid of the player who receives the money; null if the app receives it in its escrow.'),
  ),
  allowance: nullable(
    described(uuid, 'Id of the allowance that paid it; null if a player confirmed the payment.'),
  ),
  payer: nullable(described(pid, 'pid of the player who confirmed the payment; null until then.')),
  fees: Type.Object(
    {
      global: rupiah(
        'The service’s fee in rupiah: 0.1% of `amount`, at least Rp100, no maximum, unless the operator has set another rule. 0 through a verified app that the payer has connected.',
      ),
      app: rupiah('The app’s fee in rupiah, credited to the app. 0 if the app itself receives the payment.'),
      total: rupiah('Sum of both fees, in rupiah.'),
    },
    { title: 'PaymentFees' },
  ),
  total: rupiah(
    'Total that the payer pays in rupiah: amount plus fees. It is fixed at the confirmation. After a partial capture, it is the captured amount plus its fees.',
  ),
  captured: rupiah('Captured amount in rupiah, without fees.'),
  refunded: rupiah('Refunded amount in rupiah, without fees.'),
  capture: literals(['automatic', 'manual'], {
    description: '`automatic`: paid when the player confirms. `manual`: on hold until the app captures it.',
  }),
  payUrl: Type.String({
    format: 'uri',
    description: 'URL of the page where the player confirms. Send the player there.',
  }),
  returnTo: nullableText('URL to return to after the payment; null if there is none.'),
  createdAt: instant('Time of creation.'),
  expiresAt: instant('Time until which the payment can be confirmed.'),
  paidAt: nullableMoment('Time at which the receiver got the money; null until then.'),
  captureBy: nullableMoment('Time until which a held payment can be captured; null if it was never held.'),
};

export const Payment = Type.Object(paymentFields, { title: 'Payment' });

export const PlayerPayment = Type.Object(
  {
    ...paymentFields,
    app: Type.Object(
      {
        name: words('Name of the app. After the confirmation, the name that the payer confirmed.'),
        logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
        cover: nullable(
          words(
            'Path of the app’s cover on this service; null if there is none, or while the app is not verified.',
          ),
        ),
        verified: flag(
          'Whether an administrator has verified the app. False if it was renamed since the confirmation.',
        ),
        status: literals(['active', 'paused'], {
          description: '`active`, or `paused`: no payments are possible.',
        }),
        contact: nullable(
          words(
            'Contact of the app’s developer: an email address or an https URL; null if there is none, and until the payment is confirmed.',
          ),
        ),
      },
      { title: 'PaymentApp' },
    ),
    returned: rupiah('Held money that came back because it was not captured, in rupiah, fees included.'),
    history: Type.Array(
      Type.Object(
        {
          status: literals(['held', 'paid', 'returned', 'refunded'], {
            description:
              '`held`: the payer confirmed, and the money was put on hold. `paid`: the receiver got the money. `returned`: held money came back. `refunded`: the app refunded all or a part.',
          }),
          amount: rupiah('Amount of this step in rupiah, fees included.'),
          at: instant('Time of the step.'),
        },
        { title: 'PaymentStep' },
      ),
      { description: 'What happened to the money, oldest first. Empty until the payment is confirmed.' },
    ),
    origin: nullable(words('Origin that receives the result; null without `returnTo`.')),
    refunds: Type.Array(
      Type.Object(
        {
          id: described(uuid, 'Id of the posting, as in the statement.'),
          amount: rupiah('Refunded amount in rupiah, without fees.'),
          fee: rupiah('Service fee that was refunded with it, in rupiah.'),
          reason: nullableText('Reason for the refund; null if none was given.'),
          createdAt: instant('Time of the refund.'),
        },
        { title: 'PaymentRefund' },
      ),
      { description: 'Refunds of the payment, oldest first.' },
    ),
  },
  { title: 'PlayerPayment' },
);

export const ChargingApp = Type.Object(
  {
    clientId: words('`client_id` of the app.'),
    name: words('Name of the app.'),
    logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
    verified: flag('Whether an administrator has verified the app.'),
    payments: Type.Integer({
      description: 'Number of payments through the app that the player has confirmed.',
    }),
    paid: rupiah('Amount paid in rupiah, fees included, after refunds.'),
    held: rupiah('Amount currently on hold for the app in rupiah, fees included.'),
    refunded: rupiah('Amount refunded in rupiah, fees included.'),
    lastAt: instant('Time of the player’s latest confirmation.'),
  },
  { title: 'ChargingApp' },
);

export const AppEarnings = Type.Object(
  {
    balance: rupiah('Balance of the escrow in rupiah, which can be paid out.'),
    held: rupiah('Money of confirmed payments that are not captured yet, in rupiah, fees included.'),
    earned: rupiah('Total earnings of the app in rupiah: payments and fees, minus refunds.'),
    paidOut: rupiah('Total amount paid out to the owner, in rupiah.'),
    deposited: rupiah(
      'Total amount that the owner deposited, in rupiah. `balance` is `earned` plus `deposited` minus `paidOut` and `settled`.',
    ),
    settled: rupiah(
      'Total amount settled to the bank account or on its way there, in rupiah, fees included. What came back is not part of it.',
    ),
  },
  { title: 'AppEarnings' },
);

export const extendForTopUp = Type.Optional(
  flag(
    'Whether a top-up that the player starts on the payment page, because the balance is too small, extends the payment once: until the top-up expires, at most 24 hours after the payment’s creation. Default: true. The event `payment.extended` reports it.',
  ),
);

export const MoneyLink = Type.Object(
  {
    app: Type.Object(
      {
        name: words('Name of the app.'),
        logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
        verified: flag(
          'Whether an administrator has verified the app and `return_to` is one of its redirect URIs. It is false for other links, because anyone can make one.',
        ),
        status: literals(['active', 'paused'], {
          description: '`active`, or `paused`: no money moves through the app.',
        }),
      },
      { title: 'LinkingApp' },
    ),
    returnTo: nullableText('URL to return to, in normalized form; null if there is none.'),
    origin: nullableText('Origin that receives the result; null without `return_to`.'),
  },
  { title: 'MoneyLink' },
);
