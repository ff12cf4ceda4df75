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
  text,
  uuid,
  words,
} from '../schemas.ts';
import { currency, moment, nullableMoment, nullableText, reason } from '../shapes/money.ts';
import { handle } from '../shapes/identity.ts';
import { pauseReasonPattern } from './admin.ts';
import { topUpStatus } from './checkout.ts';
import { Tier } from './ledger.ts';

const feeTotals = {
  sends: integer('Number of sends that were posted.'),
  topUps: integer('Number of top-ups that were credited.'),
  global: rupiah('Service fees charged, in rupiah.'),
  app: rupiah('App fees charged, in rupiah.'),
  provider: rupiah('Payment provider fees charged, in rupiah.'),
  income: rupiah('Growth of the service’s fee accounts, in rupiah: fees minus refunds.'),
};

const FeeIncome = Type.Object(
  {
    currency,
    from: instant('Start of the period.'),
    to: instant('End of the period.'),
    total: Type.Object(feeTotals, { title: 'FeeTotals' }),
    items: Type.Array(
      Type.Object(
        { day: Type.String({ format: 'date', description: 'Date in UTC.' }), ...feeTotals },
        { title: 'DayOfFees' },
      ),
    ),
  },
  { title: 'FeeIncome' },
);

const AdministeredTopUp = Type.Object(
  {
    id: described(uuid, 'Id of the top-up.'),
    pid: words('pid of the player whose balance is topped up.'),
    amount: rupiah('Amount that is credited to the balance, in rupiah.'),
    total: rupiah('Amount that the payer pays, in rupiah: `amount` plus all fees.'),
    status: topUpStatus,
    provider: words('Payment provider: `midtrans`, `xendit` or `sandbox`.'),
    paymentId: nullableText('Id of the provider charge at the provider; null until there is one.'),
    refunded: rupiah('Total amount that the payer got back, in rupiah.'),
    receivable: rupiah(
      'Part of `refunded` that the balance could not cover, in rupiah. It is owed to the platform.',
    ),
    createdAt: instant('Time of creation.'),
    paidAt: Type.Optional(instant('Time at which the balance was credited. Absent until then.')),
  },
  { title: 'AdministeredTopUp' },
);

const ofPlayer = Type.Object({
  pid: Type.Union([pid, handle], { description: 'pid, or the handle alone.' }),
});

const suspenseState = literals(['open', 'returned', 'credited'], {
  description: '`open`: not resolved. `returned`: refunded to the payer. `credited`: credited to a pid.',
});

const SuspenseItem = Type.Object(
  {
    id: described(uuid, 'Id of the item.'),
    source: literals(['topup', 'app_fee', 'account', 'payment', 'settlement', 'activation'], {
      description:
        'Origin of the money. `topup`: a provider charge. `app_fee`: the fee of a deleted app. `account`: the rest of a closed account. `payment`: held money of a deleted payer. `settlement`: a settlement that the bank sent back after the app was deleted or transferred. `activation`: the price of a wallet activation of a deleted player that did not take place.',
    }),
    amount: rupiah('Amount in suspense, in rupiah.'),
    reason: literals(
      ['account_closed', 'app_closed', 'app_transferred', 'balance_full', 'paid_twice', 'other_amount'],
      {
        description:
          'Why it could not be credited. `account_closed`: the account is closed. `app_closed`: the app is deleted. `app_transferred`: the app has another owner since, and the money belongs to the former one. `balance_full`: the balance has no room, or the tier of the player allows no more this month. `paid_twice`: the top-up was already paid. `other_amount`: the paid amount differs from the total.',
      },
    ),
    since: instant('Time at which the money was put in suspense.'),
    state: suspenseState,
    returned: rupiah('Amount that the provider has refunded, in rupiah.'),
    topUpId: nullable(
      described(uuid, 'Id of the top-up that the money came from; null if it did not come from a top-up.'),
    ),
    provider: nullableText('Payment provider; null if none was involved.'),
    paymentId: nullableText('Id of the provider charge at the provider; null if there is none.'),
    holder: nullableText('pid or client_id that the money was meant for; null if unknown.'),
    refundAskedAt: nullableMoment(
      'Time at which the refund was requested from the provider; null if it was not.',
    ),
    resolvedAt: nullableMoment('Time at which the item was returned or credited; null while it is open.'),
    resolvedBy: nullableText(
      'Who resolved the item: an administrator’s pid, or `provider`; null while it is open.',
    ),
    creditedTo: nullableText('pid that was credited; null unless `credited`.'),
  },
  { title: 'SuspenseItem' },
);

const topUpId = Type.Object({ id: described(uuid, 'Id of the top-up.') });
const itemId = Type.Object({ id: described(uuid, 'Id of the item in suspense.') });
const exampleTopUp = '5b0c9a3e-2f4d-4c1b-9e8a-7d6c5b4a3f21';
const exampleItem = '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f';

export const moneyAdmin = declare('admin', {
  getFeeIncome: {
    summary: 'Returns the fee income per day',
    description:
      'Without `from` and `to`, the period is the last 30 days; at most 366 days. `global`, `app` and `provider` are the fees charged; `income` is the growth of the service’s fee accounts, after refunds. Days are in UTC.',
    access: 'admin',
    query: Type.Object({
      from: Type.Optional(
        moment(
          'Start of the period, inclusive. If absent, 29 days before `to`. A date means its first moment.',
        ),
      ),
      to: Type.Optional(moment('End of the period, inclusive. If absent, now. A date means the whole day.')),
    }),
    reply: FeeIncome,
    example: { from: '2026-01-01', to: '2026-01-31' },
  },
  getTopUpAsAdmin: {
    summary: 'Returns a top-up of any player',
    access: 'admin',
    params: topUpId,
    reply: AdministeredTopUp,
    errors: ['topup_not_found'],
    example: { id: exampleTopUp },
  },
  clawBackTopUp: {
    summary: 'Claws back a top-up whose payer was refunded',
    description:
      'For refunds and chargebacks that the payment provider does not report. `refunded` is the total that the payer got back, so repeating the request changes nothing. The part that the balance cannot cover is booked as a receivable; no balance becomes negative.',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    params: topUpId,
    body: Type.Object({
      refunded: described(
        rupiahAmount,
        'Total amount that the payer got back, in whole rupiah, fees included.',
      ),
      reason,
    }),
    reply: AdministeredTopUp,
    errors: ['topup_not_found', 'topup_not_paid'],
    example: { id: exampleTopUp, refunded: 10_000, reason: 'Chargeback by the bank' },
  },
  listSuspense: {
    summary: 'Lists the money in suspense, newest first',
    access: 'admin',
    query: Type.Object({
      state: Type.Optional(described(suspenseState, 'Returns only items in this state.')),
      ...pageQuery,
    }),
    reply: page(SuspenseItem),
    example: { state: 'open' },
  },
  // mutant (checkout/suspense): stepUp: 'assertion', => nothing
  creditSuspense: {
    summary: 'Credits an item in suspense to a player',
    access: 'admin',
    machineRole: 'money',
    limit: 'money',
    stepUp: 'assertion',
    params: itemId,
    body: Type.Object({ pid: described(pid, 'pid of the receiver, handle@pid.'), reason }),
    reply: SuspenseItem,
    errors: ['suspense_not_found', 'suspense_resolved', 'receiver_not_found', 'receiver_full', 'own_money'],
    example: { id: exampleItem, pid: 'citra_d@pid', reason: 'Paid for a deleted identity of hers' },
  },
  refundSuspense: {
    summary: 'Refunds an item in suspense through the payment provider',
    description:
      'The item becomes `returned` when the provider reports the refund. Until then it stays `open` and `refundAskedAt` is set. A repeated request asks for the same refund.',
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
  getTier: {
    summary: 'Returns the tier of a player',
    access: 'admin',
    params: ofPlayer,
    reply: Tier,
    errors: ['not_found'],
    example: { pid: 'citra_d@pid' },
  },
  setTier: {
    summary: 'Sets the tier of a player',
    description:
      'Register a player after you have established who the player is by other means. The new maximums apply immediately; money above a lower maximum stays. An administrator cannot set their own tier.',
    access: 'admin',
    machineRole: 'support',
    stepUp: 'assertion',
    params: ofPlayer,
    body: Type.Object({
      tier: literals(['basic', 'registered'], { description: 'The new tier.' }),
      reason: text(pauseReasonPattern, 'must be 1-200 characters in one line', {
        description:
          'Reason, 1-200 characters in one line, without personal data. Stored in the audit log; the player can read it in their activity.',
      }),
    }),
    reply: Tier,
    errors: ['not_found', 'tiers_off', 'own_identity'],
    example: {
      pid: 'citra_d@pid',
      tier: 'registered',
      reason: 'Identity card seen at the counter, file 2041',
    },
  },
});
