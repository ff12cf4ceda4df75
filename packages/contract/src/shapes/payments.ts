import { Type } from 'typebox';
import { described, flag, instant, literals, nullable, pid, rupiah, text, uuid, words } from '../schemas.ts';
import { nullableMoment, nullableText } from './money.ts';

/** Nothing that breaks a line, turns it around or is invisible: the payer reads it before saying yes. */
const plainWords = String.raw`[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]`;

export const paymentReference = text(
  `^${plainWords}{1,64}$`,
  'must be 1-64 characters without control characters',
  {
    description:
      'The app’s own name for it, 1-64 characters, once per app: the same request again is the same payment.',
  },
);
export const paymentDescription = text(
  String.raw`^(?=.*\S)${plainWords}{1,140}$`,
  'must be 1-140 characters without control characters',
  {
    description: 'What is paid for, as the payer reads it: 1-140 characters. No names of people belong here.',
  },
);
export const paymentAmount = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    'x-rule': 'must be an integer from 1 to 1000000000000',
    description: `${description} Whole rupiah, 1 to 10^12.`,
  });

export const paymentStatus = literals(
  ['open', 'held', 'paid', 'refunded', 'void', 'declined', 'expired', 'cancelled'],
  {
    description:
      '`open` until somebody confirms; `held` until the app captures (`paid`) or gives back (`void`, by itself when the time is over); `declined` by the player, `expired`, `cancelled` by the app; `refunded` when all of it went back.',
  },
);

const paymentFields = {
  id: described(uuid, 'Of the payment.'),
  clientId: words('client_id of the app that asks.'),
  reference: words('The app’s own name for it.'),
  status: paymentStatus,
  amount: rupiah('What is paid, in rupiah, without fees.'),
  description: words('What is paid for; `[erased]` some time after a player of the payment was deleted.'),
  to: nullable(described(pid, 'The player who is paid; null when it is the app itself, into its escrow.')),
  payer: nullable(described(pid, 'Who confirmed; null until somebody has.')),
  fees: Type.Object(
    {
      global: rupiah(
        'The service’s own fee in rupiah: 0.1% of `amount`, at least Rp100, no cap, unless the operator has set another rule; 0 through a verified app that the payer has connected.',
      ),
      app: rupiah('The fee of the app in rupiah, credited to it; 0 when the app itself is paid.'),
      total: rupiah('Both together, in rupiah.'),
    },
    { title: 'PaymentFees' },
  ),
  total: rupiah(
    'What the payer pays in rupiah: amount and fees. Frozen when confirmed; after a capture, of what was captured.',
  ),
  captured: rupiah('What has been taken for good, in rupiah, without fees.'),
  refunded: rupiah('What of that went back to the payer, in rupiah.'),
  capture: literals(['automatic', 'manual'], {
    description: '`automatic` pays when confirmed; `manual` holds the money until the app captures it.',
  }),
  payUrl: Type.String({ format: 'uri', description: 'The page where the player confirms: send them there.' }),
  returnTo: nullableText('Where the page leads back to; null when nowhere.'),
  createdAt: instant('When it was asked for.'),
  expiresAt: instant('Until when it can be confirmed.'),
  paidAt: nullableMoment('When the money became the payee’s; null until then.'),
  captureBy: nullableMoment('Until when a held payment can be captured; null when nothing is or was held.'),
};

export const Payment = Type.Object(paymentFields, { title: 'Payment' });

export const PlayerPayment = Type.Object(
  {
    ...paymentFields,
    app: Type.Object(
      {
        name: words('What the app calls itself.'),
        logoUrl: nullable(words('https address of its picture; null when it has none.')),
        verified: flag('Whether an administrator has marked it verified.'),
        status: literals(['active', 'paused'], { description: 'A paused app takes no payments.' }),
        contact: nullable(
          words(
            'Where its developer answers, a mail address or an https address; null when none is named, and while nobody has paid.',
          ),
        ),
      },
      { title: 'PaymentApp' },
    ),
    origin: nullable(words('The site that the answer goes to; null without `returnTo`.')),
    refunds: Type.Array(
      Type.Object(
        {
          id: described(uuid, 'Of the posting, as in the statement.'),
          amount: rupiah('What went back, in rupiah, without fees.'),
          fee: rupiah('The service’s fee that went back with it, in rupiah.'),
          reason: nullableText('Why, in the words of whoever refunded; null without any.'),
          createdAt: instant('When.'),
        },
        { title: 'PaymentRefund' },
      ),
      { description: 'What went back to the payer, oldest first.' },
    ),
  },
  { title: 'PlayerPayment' },
);

/** What one app has charged a player. */
export const ChargingApp = Type.Object(
  {
    clientId: words('client_id of the app.'),
    name: words('What the app calls itself.'),
    logoUrl: nullable(words('https address of its picture; null when it has none.')),
    verified: flag('Whether an administrator has marked it verified.'),
    payments: Type.Integer({ description: 'How many payments through it the player has confirmed.' }),
    paid: rupiah('What left for good, in rupiah, fees included, without what came back.'),
    held: rupiah('What is held for it now, in rupiah, fees included.'),
    refunded: rupiah('What came back by refunds, in rupiah, fees included.'),
    lastAt: instant('When the player last confirmed one.'),
  },
  { title: 'ChargingApp' },
);

/** What an app has earned. */
export const AppEarnings = Type.Object(
  {
    balance: rupiah('What lies in the escrow and can be paid out, in rupiah.'),
    held: rupiah('What players have confirmed and is not captured yet, in rupiah, fees included.'),
    earned: rupiah('What the app has ever earned, in rupiah: payments and fees, less refunds.'),
    paidOut: rupiah('What of that its owner has taken, in rupiah.'),
  },
  { title: 'AppEarnings' },
);

/** What a link into the money pages names, as far as it stands. */
export const extendForTopUp = Type.Optional(
  flag(
    'Whether a top-up that a player begins here because the balance is too small keeps the payment open until the top-up expires, at most 24 hours after creation; true when absent. The event `payment.extended` tells it.',
  ),
);

export const MoneyLink = Type.Object(
  {
    app: Type.Object(
      {
        name: words('What the app calls itself.'),
        logoUrl: nullable(words('https address of its picture; null when it has none.')),
        verified: flag(
          'Whether an administrator has marked it verified and `return_to` is one of its redirect addresses: anybody can make another link.',
        ),
        status: literals(['active', 'paused'], { description: 'No money moves through a paused app.' }),
      },
      { title: 'LinkingApp' },
    ),
    returnTo: nullableText('Where the page leads back to, as browsers write it; null when nowhere.'),
    origin: nullableText('The site that the answer goes to; null without a return address.'),
  },
  { title: 'MoneyLink' },
);
