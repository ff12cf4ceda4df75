import { Type } from 'typebox';
import {
  dateTime,
  described,
  instant,
  literals,
  nullable,
  page,
  pageQuery,
  rupiah,
  text,
  uuid,
  words,
} from '../schemas.ts';

export const currency = literals(['IDR'], {
  description: 'Always IDR: all of these amounts are whole rupiah.',
});

/** A moment, or a day in UTC. */
export const moment = (description: string) =>
  text(
    String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$`,
    'must be a date such as 2026-01-31 or a date-time such as 2026-01-31T08:00:00Z',
    { description: `${description} A date-time, or a bare date in UTC.` },
  );

export const clientId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 128, description: `${description} 1-128 characters.` });

export const balanceQuery = Type.Object({
  at: Type.Optional(
    moment('The balance as it was then; absent means now. A bare date is the end of that day.'),
  ),
});

export const Balance = Type.Object(
  {
    currency,
    balance: rupiah('What can be spent, in rupiah.'),
    held: Type.Optional(
      rupiah(
        'What is held by payments until they are captured or given back, in rupiah, fees included: a player’s own money, or what is held for an app. Of now alone.',
      ),
    ),
    asOf: instant('The moment of which this is the balance.'),
  },
  { title: 'Balance' },
);

const entryTypes = [
  'send',
  'receive',
  'topup',
  'refund',
  'payout',
  'app_fee',
  'forfeit',
  'payment',
  'hold',
  'hold_return',
] as const;

const StatementEntry = Type.Object(
  {
    id: described(uuid, 'Of the posting; both sides of a send see the same.'),
    type: literals(entryTypes, {
      description:
        'What happened: `send` and `receive` between players, `topup` paid in, `refund` taken back by the payment provider or given back by an app, `payment` through an app, `hold` of money for one and `hold_return` of what was not taken, `payout` of an app to its owner, `app_fee` that an app earned, `forfeit` of what was left at deletion.',
    }),
    amount: rupiah('What the balance changed by, in rupiah, fees included: negative when it left.'),
    balanceAfter: rupiah('What was on the balance afterwards, in rupiah.'),
    counterparty: Type.Optional(
      words('The other side: a pid or an app’s client_id. Absent where there is none.'),
    ),
    fee: Type.Optional(
      rupiah(
        'How much of it were fees, in rupiah. Only on what the holder paid: sends, top-ups and payments.',
      ),
    ),
    app: Type.Optional(words('client_id of the app that it went through. Absent where there is none.')),
    appName: Type.Optional(words('What that app calls itself. Absent where there is none.')),
    payment: Type.Optional(described(uuid, 'The payment that it belongs to. Absent where there is none.')),
    reason: Type.Optional(words('Why an app gave it back, in its words. Absent where nobody said.')),
    note: Type.Optional(
      words('What the sender wrote, or what a payment was for; both sides see it. Absent when empty.'),
    ),
    createdAt: instant('When it was posted.'),
  },
  { title: 'StatementEntry' },
);

export const statementQuery = Type.Object({
  ...pageQuery,
  from: Type.Optional(moment('The earliest moment, included. A bare date is its first moment.')),
  to: Type.Optional(moment('The latest moment, included. A bare date covers that whole day.')),
  direction: Type.Optional(
    literals(['in', 'out'], { description: 'Only what came in, or only what went out.' }),
  ),
  search: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f-\u009f]{1,64}$`,
      'must be 1-64 characters without control characters',
      {
        description:
          'Only entries whose note, other side or app has these 1-64 characters in it, or whose amount they are; letters of either case.',
      },
    ),
  ),
  format: Type.Optional(
    literals(['json', 'csv'], {
      description: '`json` (the default) answers a page; `csv` streams every entry of the span as text/csv.',
    }),
  ),
});

export const statementReply = page(StatementEntry);

export const statementDescription =
  'Newest first. `amount` is what the balance changed by, fees included; `fee` says how much of it were fees. `from` and `to` are included; a bare date in `to` covers the whole day in UTC. `direction` and `search` leave entries out; a page then looks through 2,000 entries at most, so that it may be short, or empty, and still name a `nextCursor`. `format=csv` streams every entry that is asked for.';

export const SendFees = Type.Object(
  {
    global: rupiah(
      'The service’s own fee in rupiah: 0.1% of `amount`, at least Rp100, no cap, unless the operator has set another rule; 0 through a verified app that the payer has connected.',
    ),
    app: rupiah(
      'The fee of the app in rupiah, of `amount` too; it is credited to the app. 0 without an app.',
    ),
    total: rupiah('Both together, in rupiah.'),
  },
  { title: 'SendFees' },
);

/** Why an administrator does something to somebody's money. */
export const reason = text(
  String.raw`^[^\u0000-\u001f\u007f]{3,200}$`,
  'must say why, in 3 to 200 characters',
  { description: 'Why, in 3 to 200 characters; kept in the audit log.' },
);

export const nullableText = (description: string) => nullable(Type.String({ description }));
export const nullableMoment = (description: string) => nullable(described(dateTime, description));
