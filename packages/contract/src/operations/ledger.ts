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
  to: described(pid, 'Whom to send to: handle@pid, somebody else than the sender.'),
  amount: described(
    rupiahAmount,
    'What the receiver gets, in whole rupiah: 1 to 10^15. The fees come on top.',
  ),
  note: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$`,
      'must be at most 140 characters without control characters',
      { maxLength: 140, description: 'A few words that both sides see, at most 140 characters.' },
    ),
  ),
  clientId: Type.Optional(
    clientId(
      'client_id of the app that the send goes through; it takes its fee, and a verified one waives ours.',
    ),
  ),
  expectedTotal: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What the sender was told it costs in all, in rupiah: `debited` of the quote. Another total is refused (`quote_changed`). Needed where the send is confirmed.',
    }),
  ),
});

const sendCosts = {
  amount: rupiah('What the receiver gets, in rupiah.'),
  fees: SendFees,
  debited: rupiah('What leaves the sender’s balance, in rupiah: `amount` and all fees.'),
};

const Send = Type.Object(
  {
    id: described(uuid, 'Of the send; GET /v1/fiat/sends/{id} is its receipt.'),
    ...sendCosts,
    balance: rupiah('What the sender has left, in rupiah.'),
    status: literals(['posted'], { description: 'Always `posted`: it has happened, whole.' }),
    createdAt: instant('When it was posted.'),
  },
  { title: 'Send' },
);

const SendQuote = Type.Object(
  {
    ...sendCosts,
    balance: rupiah('What the sender has now, in rupiah, before the send.'),
    status: literals(['quoted'], { description: 'Always `quoted`: nothing has moved.' }),
    createdAt: instant('When it was reckoned.'),
  },
  { title: 'SendQuote' },
);

const SendReceipt = Type.Object(
  {
    id: described(uuid, 'Of the send.'),
    from: described(pid, 'The sender.'),
    to: described(pid, 'The receiver.'),
    amount: rupiah('What the receiver got, in rupiah.'),
    fees: Type.Optional(
      Type.Object(
        {
          global: rupiah('The service’s own fee, in rupiah.'),
          app: rupiah('The fee of the app, in rupiah.'),
          total: rupiah('Both together, in rupiah.'),
        },
        { description: 'What the sender paid on top; the sender alone sees it.' },
      ),
    ),
    app: Type.Optional(words('client_id of the app that it went through. Absent where there is none.')),
    note: Type.Optional(words('What the sender wrote. Absent when empty.')),
    status: literals(['posted'], { description: 'Always `posted`: it has happened, whole.' }),
    createdAt: instant('When it was posted.'),
  },
  { title: 'SendReceipt' },
);

const limitMeanings = {
  stepUpAmount:
    'Rupiah that may be sent without a confirmation, counted since the day began or the last confirmation; to somebody new a tenth of it.',
  dailyLimit: 'Rupiah that may be sent in one day, in the time zone of the service.',
  noticeAmount: 'From how many rupiah on a send is told to its sender by a notice.',
};

const Limits = Type.Object(
  {
    stepUpAmount: rupiah(limitMeanings.stepUpAmount),
    dailyLimit: rupiah(limitMeanings.dailyLimit),
    noticeAmount: rupiah(limitMeanings.noticeAmount),
    pendingStepUpAmount: Type.Optional(
      rupiah('The higher `stepUpAmount` that holds from `pendingFrom`, in rupiah. Absent when none waits.'),
    ),
    pendingDailyLimit: Type.Optional(
      rupiah('The higher `dailyLimit` that holds from `pendingFrom`, in rupiah. Absent when none waits.'),
    ),
    pendingNoticeAmount: Type.Optional(
      rupiah('The higher `noticeAmount` that holds from `pendingFrom`, in rupiah. Absent when none waits.'),
    ),
    pendingFrom: Type.Optional(
      instant('When what waits begins to hold: 24 hours after it was asked for. Absent when nothing waits.'),
    ),
  },
  { title: 'Limits' },
);

const limit = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000_000,
      description: `${description} 0 to 10^15; absent leaves it as it is.`,
    }),
  );

/** Balance, statement, sends and limits of a player. */
export const ledger = declare('fiat', {
  getBalance: {
    summary: 'The own balance in rupiah, now or at an earlier moment',
    access: 'reader',
    readerScope: 'balance',
    query: balanceQuery,
    reply: Balance,
    errors: ['no_identity'],
    example: {},
  },
  getStatement: {
    summary: 'What moved on the own balance',
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
    summary: 'What a send would cost now; moves nothing',
    description:
      'Any player may send to any player. The fee of the service is 0.1% of the amount, at least Rp100, without a cap, unless the operator has set another rule; an app may add its own, which it is credited.',
    access: 'user',
    limit: 'money',
    body: sendBody,
    reply: SendQuote,
    errors: ['receiver_not_found', 'quote_changed', 'no_identity', 'app_paused'],
    example: { to: 'citra_d@pid', amount: 25_000, clientId: 'app_example' },
  },
  sendMoney: {
    summary: 'Sends rupiah to another identity',
    description:
      'The receiver gets `amount` whole; the sender pays the fees on top. With an Idempotency-Key a repeated request is answered as the first one was. Above the limits of GET /v1/limits the sender confirms with a passkey, or with a fresh sign-in without one; such a request carries `expectedTotal`.',
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    idempotent: true,
    body: sendBody,
    reply: Send,
    status: 201,
    errors: [
      'app_paused',
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
    summary: 'The receipt of a send, for its sender and its receiver',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Of the send.') }),
    reply: SendReceipt,
    errors: ['send_not_found'],
    example: { id: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b' },
  },
  withdrawToBank: {
    summary: 'Bank withdrawals are disabled',
    description: 'Rupiah are not paid out to banks: this always refuses.',
    access: 'user',
    limit: 'money',
    reply: null,
    errors: ['withdrawals_disabled'],
    example: {},
  },
  getLimits: {
    summary: 'How much may be sent without a confirmation, in a day, and without a notice',
    access: 'user',
    reply: Limits,
    errors: ['no_identity'],
    example: {},
  },
  changeLimits: {
    summary: 'Changes the own limits',
    description:
      'A lower limit holds at once. A higher one needs a confirmation, holds 24 hours later and is never above that of the service; back to one that was held in the last 24 hours, at once.',
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

const ownApp = Type.Object({ client_id: Type.String({ maxLength: 128, description: 'Of an own app.' }) });

const Payout = Type.Object(
  {
    id: described(uuid, 'Of the posting.'),
    amount: rupiah('What moved to the owner’s balance, in rupiah, without a fee.'),
    balance: rupiah('What the app has left, in rupiah.'),
    status: literals(['posted'], { description: 'Always `posted`: it has happened, whole.' }),
    createdAt: instant('When it was posted.'),
  },
  { title: 'Payout' },
);

const AppBalance = Type.Object(
  {
    ...Balance.properties,
    serviceFee: Type.Object(
      {
        bps: Type.Integer({ minimum: 0, description: 'Basis points of the amount: 10 are 0.1%.' }),
        minimum: rupiah('The least that it is, in rupiah.'),
      },
      {
        description:
          'The service’s own fee of what players send and pay through the app. Verified apps’ players who have connected the app pay none.',
      },
    ),
  },
  { title: 'AppBalance' },
);

/** What an app has earned. */
export const appMoney = declare('apps', {
  getAppBalance: {
    summary: 'What an own app has earned and not been paid out',
    access: 'app-or-user',
    params: ownApp,
    query: balanceQuery,
    reply: AppBalance,
    errors: ['no_such_app'],
    example: { client_id: 'app_example' },
  },
  getAppStatement: {
    summary: "What moved in an own app's escrow",
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
    summary: "Moves an own app's escrow to the own balance",
    access: 'user',
    limit: 'money',
    stepUp: 'judged',
    idempotent: true,
    params: ownApp,
    body: Type.Object({ amount: described(rupiahAmount, 'How much, in whole rupiah: 1 to 10^15.') }),
    reply: Payout,
    status: 201,
    errors: ['no_such_app', 'balance_full', 'insufficient_balance', 'app_paused'],
    example: { client_id: 'app_example', amount: 500 },
  },
});
