import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  instant,
  integer,
  literals,
  nullable,
  page,
  pageQuery,
  pid,
  rupiah,
  rupiahAmount,
  uuid,
  words,
} from '../schemas.ts';
import { currency, moment, nullableMoment, nullableText, reason } from '../shapes/money.ts';
import { topUpStatus } from './checkout.ts';

const feeTotals = {
  sends: integer('How many sends were posted.'),
  topUps: integer('How many top-ups were credited.'),
  global: rupiah('The service’s own fees that were charged, in rupiah.'),
  app: rupiah('The fees of apps that were charged, in rupiah.'),
  provider: rupiah('The fees of the payment provider that were charged, in rupiah.'),
  income: rupiah('What our own fee accounts grew by, in rupiah: fees, less what refunds took back.'),
};

const FeeIncome = Type.Object(
  {
    currency,
    from: instant('The first moment that is counted.'),
    to: instant('The last moment that is counted.'),
    total: Type.Object(feeTotals, { title: 'FeeTotals' }),
    items: Type.Array(
      Type.Object(
        { day: Type.String({ format: 'date', description: 'The day, in UTC.' }), ...feeTotals },
        { title: 'DayOfFees' },
      ),
    ),
  },
  { title: 'FeeIncome' },
);

const AdministeredTopUp = Type.Object(
  {
    id: described(uuid, 'Of the top-up.'),
    pid: words('Whose balance it fills.'),
    amount: rupiah('What the balance is credited, in rupiah.'),
    total: rupiah('What the payer pays, in rupiah: `amount` and all fees.'),
    status: topUpStatus,
    provider: words('The payment provider: `midtrans`, `xendit` or `sandbox`.'),
    paymentId: nullableText('What the provider calls the payment; null until there is one.'),
    refunded: rupiah('What the payer got back in all, in rupiah.'),
    receivable: rupiah('What no balance could cover of that, in rupiah: it is owed to the platform.'),
    createdAt: instant('When it was begun.'),
    paidAt: Type.Optional(instant('When it was credited. Absent until then.')),
  },
  { title: 'AdministeredTopUp' },
);

const suspenseState = literals(['open', 'returned', 'credited'], {
  description: '`open` until somebody gets it; `returned` to its payer; `credited` to a pid.',
});

const SuspenseItem = Type.Object(
  {
    id: described(uuid, 'Of the item.'),
    source: literals(['topup', 'app_fee', 'account', 'payment'], {
      description:
        'What it was: a whole payment, the fee of an app that is gone, the rest of a closed account, or held money whose payer is gone.',
    }),
    amount: rupiah('How much lies there, in rupiah.'),
    reason: literals(['account_closed', 'app_closed', 'balance_full', 'paid_twice', 'other_amount'], {
      description: 'Why it could not be credited.',
    }),
    since: instant('Since when.'),
    state: suspenseState,
    returned: rupiah('What the provider has given back of it, in rupiah.'),
    topUpId: nullable(described(uuid, 'The top-up that it came by; null where it came otherwise.')),
    provider: nullableText('The payment provider; null where none was involved.'),
    paymentId: nullableText('What the provider calls the payment; null where there is none.'),
    holder: nullableText(
      'Whose it would have been: a pid, or an app’s client_id; null where it was nobody’s.',
    ),
    refundAskedAt: nullableMoment('When the provider was asked to give it back; null when it was not.'),
    resolvedAt: nullableMoment('When it was returned or credited; null while open.'),
    resolvedBy: nullableText('Who resolved it: an administrator’s pid, or `provider`; null while open.'),
    creditedTo: nullableText('The pid that got it; null unless credited.'),
  },
  { title: 'SuspenseItem' },
);

const topUpId = Type.Object({ id: described(uuid, 'Of the top-up.') });
const itemId = Type.Object({ id: described(uuid, 'Of the item in suspense.') });
const exampleTopUp = '5b0c9a3e-2f4d-4c1b-9e8a-7d6c5b4a3f21';
const exampleItem = '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f';

/** What administrators see of the money, and do to it. */
export const moneyAdmin = declare('admin', {
  getFeeIncome: {
    summary: 'Fee income by day, in UTC',
    description:
      'The last 30 days unless `from` and `to` say otherwise, at most 366. `global`, `app` and `provider` are what was charged; `income` is what our own fee accounts grew by, refunds taken off.',
    access: 'admin',
    query: Type.Object({
      from: Type.Optional(
        moment(
          'The earliest moment, included; absent means 29 days before `to`. A bare date is its first moment.',
        ),
      ),
      to: Type.Optional(
        moment('The latest moment, included; absent means now. A bare date covers that whole day.'),
      ),
    }),
    reply: FeeIncome,
    example: { from: '2026-01-01', to: '2026-01-31' },
  },
  getTopUpAsAdmin: {
    summary: 'A top-up of anybody, with what the provider calls its payment',
    access: 'admin',
    params: topUpId,
    reply: AdministeredTopUp,
    errors: ['topup_not_found'],
    example: { id: exampleTopUp },
  },
  clawBackTopUp: {
    summary: 'Takes back a top-up whose payer got the money back',
    description:
      'For refunds and chargebacks that the payment provider does not tell of by itself. `refunded` is what the payer has got back in all, so that repeating it changes nothing. What the balance no longer covers is booked as a receivable; no balance falls below zero.',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    params: topUpId,
    body: Type.Object({
      refunded: described(
        rupiahAmount,
        'What the payer has got back in all, in whole rupiah, fees included.',
      ),
      reason,
    }),
    reply: AdministeredTopUp,
    errors: ['topup_not_found', 'topup_not_paid'],
    example: { id: exampleTopUp, refunded: 10_000, reason: 'Chargeback by the bank' },
  },
  listSuspense: {
    summary: 'What was really paid and belongs to nobody yet, newest first',
    access: 'admin',
    query: Type.Object({
      state: Type.Optional(described(suspenseState, 'Only what is in this state; absent means all.')),
      ...pageQuery,
    }),
    reply: page(SuspenseItem),
    example: { state: 'open' },
  },
  creditSuspense: {
    summary: 'Gives what lies in suspense to a pid',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    params: itemId,
    body: Type.Object({ pid: described(pid, 'Who gets it: handle@pid.'), reason }),
    reply: SuspenseItem,
    errors: ['suspense_not_found', 'suspense_resolved', 'receiver_not_found', 'receiver_full', 'own_money'],
    example: { id: exampleItem, pid: 'citra_d@pid', reason: 'Paid for a deleted identity of hers' },
  },
  refundSuspense: {
    summary: 'Asks the payment provider to give back what lies in suspense',
    description:
      'The item is `returned` when the provider says that it has given the money back; until then it stays `open` with `refundAskedAt`. Asking again asks for the same refund.',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    params: itemId,
    body: Type.Object({ reason }),
    reply: SuspenseItem,
    errors: [
      'suspense_not_found',
      'suspense_resolved',
      'suspense_not_refundable',
      'refund_refused',
      'payment_provider_unavailable',
    ],
    example: { id: exampleItem, reason: 'Paid twice' },
  },
});
