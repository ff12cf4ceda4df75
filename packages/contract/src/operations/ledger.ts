import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, literals, pid, rupiah, rupiahAmount, text, uuid, words } from '../schemas.ts';
import {
  Balance,
  balanceQuery,
  clientId,
  SendFees,
  statementDescription,
  statementQuery,
  statementReply,
} from '../shapes/money.ts';

const sendBody = Type.Object({
  to: described(pid, 'pid of the receiver, handle@pid. Must not be the sender.'),
  amount: described(
    rupiahAmount,
    'Amount that the receiver gets, in whole rupiah, 1 to 10^15. The fees are added to it.',
  ),
  note: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$`,
      'must be at most 140 characters without control characters',
      { maxLength: 140, description: 'Note that both players can read, at most 140 characters.' },
    ),
  ),
  clientId: Type.Optional(
    clientId(
      '`client_id` of the app that the send goes through. Its fee applies; a verified app that the sender has connected waives the service’s fee.',
    ),
  ),
  expectedTotal: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Total that the sender agreed to, in rupiah: `debited` of the quote. If the total is different now, the request is refused with `quote_changed`. Required if the send needs step-up.',
    }),
  ),
});

const sendCosts = {
  amount: rupiah('Amount that the receiver gets, in rupiah.'),
  fees: SendFees,
  debited: rupiah('Amount debited from the sender, in rupiah: `amount` plus all fees.'),
};

const Send = Type.Object(
  {
    id: described(uuid, 'Id of the send. GET /v1/fiat/sends/{id} returns its receipt.'),
    ...sendCosts,
    balance: rupiah('Balance of the sender after the send, in rupiah.'),
    status: literals(['posted'], { description: 'Always `posted`: the send is complete.' }),
    createdAt: instant('Time of the posting.'),
  },
  { title: 'Send' },
);

const SendQuote = Type.Object(
  {
    ...sendCosts,
    balance: rupiah('Current balance of the sender, in rupiah.'),
    status: literals(['quoted'], { description: 'Always `quoted`: no money has moved.' }),
    createdAt: instant('Time of the quote.'),
  },
  { title: 'SendQuote' },
);

const SendReceipt = Type.Object(
  {
    id: described(uuid, 'Id of the send.'),
    from: described(pid, 'pid of the sender.'),
    to: described(pid, 'pid of the receiver.'),
    amount: rupiah('Amount that the receiver got, in rupiah.'),
    fees: Type.Optional(
      Type.Object(
        {
          global: rupiah('The service’s fee, in rupiah.'),
          app: rupiah('The app’s fee, in rupiah.'),
          total: rupiah('Sum of both fees, in rupiah.'),
        },
        { description: 'Fees that the sender paid in addition to `amount`. Only the sender sees them.' },
      ),
    ),
    app: Type.Optional(words('`client_id` of the app that the send went through. Absent if there was none.')),
    note: Type.Optional(words('Note of the sender. Absent if empty.')),
    status: literals(['posted'], { description: 'Always `posted`: the send is complete.' }),
    createdAt: instant('Time of the posting.'),
  },
  { title: 'SendReceipt' },
);

const limitMeanings = {
  stepUpAmount:
    'Amount in rupiah that can be sent or paid without step-up, counted since the start of the day or the last step-up, whichever is later. For a new receiver, a tenth of it.',
  dailyLimit:
    'Maximum amount in rupiah that can be sent or paid in one day, in the time zone of the service.',
  noticeAmount: 'Amount in rupiah above which a send or payment creates a notice for the payer.',
};

/** All absent without tiers. */
const tierFields = {
  tier: Type.Optional(
    literals(['basic', 'registered'], {
      description:
        '`basic`: the operator has not established who the player is. `registered`: an identity check has. Absent without tiers.',
    }),
  ),
  balanceMax: Type.Optional(
    rupiah('Maximum of the balance, in rupiah. Held money and pending top-ups count. Absent without tiers.'),
  ),
  incomingMax: Type.Optional(
    rupiah(
      'Maximum that may come in during a calendar month, in rupiah: top-ups, sends, payments to the player, payouts. Refunds do not count. Absent without tiers.',
    ),
  ),
  incomingLeft: Type.Optional(
    rupiah(
      'What may still come in this month, in rupiah. Pending top-ups are subtracted. Absent without tiers.',
    ),
  ),
};

export const Tier = Type.Object(
  { pid: described(pid, 'pid of the player.'), ...tierFields },
  { title: 'Tier' },
);

const Limits = Type.Object(
  {
    stepUpAmount: rupiah(limitMeanings.stepUpAmount),
    dailyLimit: rupiah(limitMeanings.dailyLimit),
    noticeAmount: rupiah(limitMeanings.noticeAmount),
    pendingStepUpAmount: Type.Optional(
      rupiah('Higher `stepUpAmount` that applies from `pendingFrom`, in rupiah. Absent if none is pending.'),
    ),
    pendingDailyLimit: Type.Optional(
      rupiah('Higher `dailyLimit` that applies from `pendingFrom`, in rupiah. Absent if none is pending.'),
    ),
    pendingNoticeAmount: Type.Optional(
      rupiah('Higher `noticeAmount` that applies from `pendingFrom`, in rupiah. Absent if none is pending.'),
    ),
    pendingFrom: Type.Optional(
      instant(
        'Time from which the pending limits apply: 24 hours after the request. Absent if none is pending.',
      ),
    ),
    ...tierFields,
  },
  { title: 'Limits' },
);

const limit = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000_000,
      description: `${description} 0 to 10^15. If absent, it does not change.`,
    }),
  );

export const ledger = declare('fiat', {
  getBalance: {
    summary: 'Returns the balance of the caller in rupiah',
    access: 'reader',
    readerScope: 'balance',
    query: balanceQuery,
    reply: Balance,
    errors: ['no_identity'],
    example: {},
  },
  getStatement: {
    summary: 'Lists the entries on the caller’s balance',
    description: statementDescription,
    access: 'reader',
    readerScope: 'balance',
    query: statementQuery,
    reply: statementReply,
    textReply: 'text/csv',
    errors: ['no_identity'],
    example: { from: '2026-01-01', limit: 20 },
  },
  quoteSend: {
    summary: 'Quotes the fees of a send',
    description:
      'No money moves. Any player can send to any player. The service’s fee is 0.1% of the amount, at least Rp100, no maximum, unless the operator has set another rule. An app can add its own fee, which is credited to the app.',
    access: 'user',
    limit: 'money',
    body: sendBody,
    reply: SendQuote,
    errors: ['receiver_not_found', 'quote_changed', 'no_identity', 'app_paused'],
    example: { to: 'citra_d@pid', amount: 25_000, clientId: 'app_example' },
  },
  sendMoney: {
    summary: 'Sends rupiah to another player',
    description:
      'The receiver gets the whole `amount`; the sender pays the fees in addition. With an `Idempotency-Key`, a repeated request returns the first response. Above the limits of GET /v1/limits, the sender confirms with a passkey, or without a passkey with a recent sign-in (within ten minutes); that request must include `expectedTotal`.',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    idempotent: true,
    body: sendBody,
    reply: Send,
    status: 201,
    errors: [
      'app_paused',
      'age_needed',
      'parent_needed',
      'parent_forbids',
      'daily_limit',
      'insufficient_balance',
      'receiver_full',
      'receiver_not_found',
      'quote_changed',
      'ledger_busy',
      'no_identity',
    ],
    example: { to: 'citra_d@pid', amount: 25_000, note: 'Nasi goreng', expectedTotal: 25_100 },
  },
  getSendReceipt: {
    summary: 'Returns the receipt of a send',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Id of the send.') }),
    reply: SendReceipt,
    errors: ['send_not_found'],
    example: { id: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b' },
  },
  withdrawToBank: {
    summary: 'Refuses a withdrawal to a bank account',
    description: 'Bank withdrawals are disabled.',
    access: 'user',
    limit: 'money',
    reply: null,
    errors: ['withdrawals_disabled'],
    example: {},
  },
  getLimits: {
    summary: 'Returns the limits of the caller',
    access: 'user',
    reply: Limits,
    errors: ['no_identity'],
    example: {},
  },
  changeLimits: {
    summary: 'Changes the limits of the caller',
    description:
      'Lower limits apply immediately. Higher limits require step-up, apply after 24 hours and cannot exceed the limits of the service. A limit that was in effect in the last 24 hours can be restored immediately, with step-up.',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    body: Type.Object({
      stepUpAmount: limit(limitMeanings.stepUpAmount),
      dailyLimit: limit(limitMeanings.dailyLimit),
      noticeAmount: limit(limitMeanings.noticeAmount),
    }),
    reply: Limits,
    errors: ['no_identity', 'limits_changed'],
    example: { stepUpAmount: 200_000, dailyLimit: 5_000_000 },
  },
});

const ownApp = Type.Object({
  client_id: Type.String({ maxLength: 128, description: 'Public identifier of one of the caller’s apps.' }),
});

const Payout = Type.Object(
  {
    id: described(uuid, 'Id of the posting.'),
    amount: rupiah('Amount moved to the owner’s balance, in rupiah. There is no fee.'),
    balance: rupiah('Balance of the app’s escrow after the payout, in rupiah.'),
    status: literals(['posted'], { description: 'Always `posted`: the payout is complete.' }),
    createdAt: instant('Time of the posting.'),
  },
  { title: 'Payout' },
);

const Deposit = Type.Object(
  {
    id: described(uuid, 'Id of the posting.'),
    amount: rupiah('Amount moved to the app’s escrow, in rupiah. There is no fee.'),
    balance: rupiah('Balance of the app’s escrow after the deposit, in rupiah.'),
    createdAt: instant('Time of the posting.'),
  },
  { title: 'Deposit' },
);

const AppBalance = Type.Object(
  {
    ...Balance.properties,
    available: Type.Optional(
      rupiah(
        'Part of the balance that can be settled to the bank account now, in rupiah: without what is left of the deposits, and without the income of the last 7 days; app fees of the owner’s own sends are no income, and money that replaced a refund out of a deposit is none either. 0 while settlements are off. Only for the current balance.',
      ),
    ),
    serviceFee: Type.Object(
      {
        bps: Type.Integer({ minimum: 0, description: 'Fee in basis points of the amount; 10 is 0.1%.' }),
        minimum: rupiah('Minimum fee, in rupiah.'),
      },
      {
        description:
          'The service’s fee on sends and payments through the app. If the app is verified, players who have connected it pay no service fee.',
      },
    ),
  },
  { title: 'AppBalance' },
);

export const appMoney = declare('apps', {
  getAppBalance: {
    summary: 'Returns the escrow balance of an app',
    access: 'app-or-user',
    params: ownApp,
    query: balanceQuery,
    reply: AppBalance,
    errors: ['no_such_app'],
    example: { client_id: 'app_example' },
  },
  getAppStatement: {
    summary: 'Lists the entries on the escrow of an app',
    description: statementDescription,
    access: 'app-or-user',
    params: ownApp,
    query: statementQuery,
    reply: statementReply,
    textReply: 'text/csv',
    errors: ['no_such_app'],
    example: { client_id: 'app_example', limit: 20 },
  },
  payOutApp: {
    summary: 'Pays out an app’s escrow to its owner’s balance',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    idempotent: true,
    params: ownApp,
    body: Type.Object({ amount: described(rupiahAmount, 'Amount to pay out, in whole rupiah, 1 to 10^15.') }),
    reply: Payout,
    status: 201,
    errors: [
      'no_such_app',
      'age_needed',
      'balance_full',
      'incoming_full',
      'insufficient_balance',
      'app_paused',
      'app_changed',
    ],
    example: { client_id: 'app_example', amount: 500 },
  },
  depositToApp: {
    summary: 'Deposits from the caller’s balance to an app’s escrow',
    description:
      'There is no fee. Use it if the escrow is too small for a refund; a paused app can refund and deposit too. Refunds and payouts use up deposits first. A deposit counts as a send to the app: above the limits of GET /v1/limits, the caller confirms with a passkey, or without a passkey with a recent sign-in (within ten minutes). With an `Idempotency-Key`, a repeated request returns the first response.',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    idempotent: true,
    params: ownApp,
    body: Type.Object({ amount: described(rupiahAmount, 'Amount to deposit, in whole rupiah, 1 to 10^15.') }),
    reply: Deposit,
    status: 201,
    errors: [
      'no_such_app',
      'insufficient_balance',
      'daily_limit',
      'age_needed',
      'parent_needed',
      'parent_forbids',
    ],
    example: { client_id: 'app_example', amount: 500 },
  },
});
