import { Type } from 'typebox';
import {
  dateTime,
  described,
  instant,
  integer,
  literals,
  nullable,
  page,
  pageQuery,
  rupiah,
  text,
  uuid,
  words,
} from '../schemas.ts';
import { itemNames } from './items.ts';

export const currency = literals(['IDR'], {
  description: 'Always `IDR`. All amounts are whole rupiah.',
});

export const moment = (description: string) =>
  text(
    String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$`,
    'must be a date such as 2026-01-31 or a date-time such as 2026-01-31T08:00:00Z',
    { description: `${description} Format: a date-time, or a date in UTC.` },
  );

export const clientId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 128, description: `${description} 1-128 characters.` });

export const balanceQuery = Type.Object({
  at: Type.Optional(moment('Time of the balance. If absent, now. A date means the end of that day.')),
});

export const Balance = Type.Object(
  {
    currency,
    balance: rupiah('Available balance, in rupiah.'),
    held: Type.Optional(
      rupiah(
        'Money on hold for payments, in rupiah, fees included: the player’s own money, or the money held for the app. Only for the current balance.',
      ),
    ),
    asOf: instant('Time that the balance refers to.'),
  },
  { title: 'Balance' },
);

const entryTypes = [
  'send',
  'receive',
  'topup',
  'refund',
  'payout',
  'deposit',
  'settlement',
  'settlement_return',
  'activation',
  'activation_return',
  'app_fee',
  'forfeit',
  'payment',
  'hold',
  'hold_return',
] as const;

const StatementEntry = Type.Object(
  {
    id: described(uuid, 'Id of the posting. Both sides of a send see the same id.'),
    type: literals(entryTypes, {
      description:
        '`send` and `receive`: sends between players. `topup`: a top-up. `refund`: a top-up that was clawed back, or a refund by an app. `payment`: a payment through an app. `hold`: money put on hold for a payment. `hold_return`: held money that was not captured. `payout`: a payout from an app to its owner. `deposit`: a deposit from the owner of an app to the app. `settlement`: a settlement to the app’s bank account. `settlement_return`: a settlement that failed or was cancelled. `activation`: the price of a wallet activation. `activation_return`: that price, returned because the activation did not take place. `app_fee`: a fee that an app earned. `forfeit`: the rest of the balance at deletion.',
    }),
    amount: rupiah('Change of the balance, in rupiah, fees included. Negative if money left.'),
    balanceAfter: rupiah('Balance after the entry, in rupiah.'),
    counterparty: Type.Optional(words('pid or client_id of the other side. Absent if there is none.')),
    fee: Type.Optional(
      rupiah(
        'Fees included in `amount`, in rupiah. Only for sends, top-ups, payments and holds that the account holder paid, and for settlements.',
      ),
    ),
    app: Type.Optional(words('`client_id` of the app that the money went through. Absent if there is none.')),
    appName: Type.Optional(
      words('Name of that app; for a payment, the name that the payer confirmed. Absent if there is none.'),
    ),
    payment: Type.Optional(
      described(uuid, 'Id of the payment that the entry belongs to. Absent if there is none.'),
    ),
    paymentStatus: Type.Optional(
      literals(['held', 'paid', 'refunded', 'void'], {
        description:
          'Current status of that payment, whatever it was at the time of the entry. `void`: the held money was returned.',
      }),
    ),
    returned: Type.Optional(
      rupiah(
        'Held money of that payment that came back because it was not captured, in rupiah, fees included. Absent if 0.',
      ),
    ),
    refunded: Type.Optional(
      rupiah('Amount of that payment that was refunded so far, in rupiah, without fees. Absent if 0.'),
    ),
    allowance: Type.Optional(
      described(uuid, 'Id of the allowance that paid that payment. Absent if a player confirmed it.'),
    ),
    reason: Type.Optional(words('The app’s reason for the refund. Absent if none was given.')),
    item: Type.Optional(
      Type.Object(
        { names: itemNames, quantity: integer('Number of items, 1-99.') },
        { title: 'EntryItem', description: 'The item that the payment is for. Absent if it names none.' },
      ),
    ),
    note: Type.Optional(
      words('Note of the sender, or description of the payment. Both sides see it. Absent if empty.'),
    ),
    createdAt: instant('Time of the posting.'),
  },
  { title: 'StatementEntry' },
);

export const statementQuery = Type.Object({
  ...pageQuery,
  from: Type.Optional(moment('Start of the period, inclusive. A date means its first moment.')),
  to: Type.Optional(moment('End of the period, inclusive. A date means the whole day.')),
  direction: Type.Optional(
    literals(['in', 'out'], { description: '`in`: only incoming entries. `out`: only outgoing entries.' }),
  ),
  search: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f-\u009f]{1,64}$`,
      'must be 1-64 characters without control characters',
      {
        description:
          'Returns only entries whose note, counterparty or app contains this text, or whose amount equals it. 1-64 characters, case-insensitive.',
      },
    ),
  ),
  format: Type.Optional(
    literals(['json', 'csv'], {
      description: '`json` (the default) returns one page; `csv` streams all matching entries as text/csv.',
    }),
  ),
});

export const statementReply = page(StatementEntry);

export const statementDescription =
  'Newest first. `amount` is the change of the balance, fees included; `fee` is the part that was fees. `from` and `to` are inclusive; a date in `to` means the whole day in UTC. With `direction` or `search`, a page examines at most 2,000 entries, so it can be short or empty and still have a `nextCursor`. With `format=csv`, all matching entries are streamed.';

export const SendFees = Type.Object(
  {
    global: rupiah(
      'The service’s fee in rupiah: 0.1% of `amount`, at least Rp100, no maximum, unless the operator has set another rule. 0 through a verified app that the payer has connected.',
    ),
    app: rupiah('The app’s fee in rupiah, computed on `amount` and credited to the app. 0 without an app.'),
    total: rupiah('Sum of both fees, in rupiah.'),
  },
  { title: 'SendFees' },
);

export const reason = text(
  String.raw`^[^\u0000-\u001f\u007f]{3,200}$`,
  'must say why, in 3 to 200 characters',
  { description: 'Reason, 3-200 characters. Stored in the audit log.' },
);

export const nullableText = (description: string) => nullable(Type.String({ description }));
export const nullableMoment = (description: string) => nullable(described(dateTime, description));
