import { Type } from 'typebox';
import { schemas } from '../platform/http/index.ts';

/** Rupiah in answers: a JSON integer on the wire, a bigint until then. */
export const rupiah = Type.Unsafe<bigint>(Type.Integer());
const currency = schemas.literals(['IDR']);

export const balanceSchema = Type.Object(
  { currency, balance: rupiah, asOf: schemas.dateTime },
  { title: 'Balance' },
);

const feesSchema = Type.Object({ global: rupiah, app: rupiah, total: rupiah }, { title: 'SendFees' });

export const sendSchema = Type.Object(
  {
    id: schemas.uuid,
    amount: rupiah,
    fees: feesSchema,
    debited: rupiah,
    balance: rupiah,
    status: schemas.literals(['posted']),
    createdAt: schemas.dateTime,
  },
  { title: 'Send' },
);

export const sendQuoteSchema = Type.Object(
  {
    amount: rupiah,
    fees: feesSchema,
    debited: rupiah,
    balance: rupiah,
    status: schemas.literals(['quoted']),
    createdAt: schemas.dateTime,
  },
  { title: 'SendQuote' },
);

export const entryTypes = ['send', 'receive', 'topup', 'refund', 'payout', 'app_fee', 'forfeit'] as const;

export const entrySchema = Type.Object(
  {
    id: schemas.uuid,
    type: schemas.literals(entryTypes),
    amount: rupiah,
    balanceAfter: rupiah,
    counterparty: Type.Optional(Type.String()),
    fee: Type.Optional(rupiah),
    app: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    createdAt: schemas.dateTime,
  },
  { title: 'StatementEntry' },
);

/** A moment, or a day in UTC. */
export const momentSchema = schemas.text(
  String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$`,
  'must be a date such as 2026-01-31 or a date-time such as 2026-01-31T08:00:00Z',
);

export const clientIdSchema = Type.String({ minLength: 1, maxLength: 128 });
export const noteSchema = schemas.text(
  String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$`,
  'must be at most 140 characters without control characters',
  { maxLength: 140 },
);
