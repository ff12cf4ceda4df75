import { Type } from 'typebox';
import { pidSchema } from '../identity/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  keyReused,
  markReplay,
  readIdempotencyKey,
  route,
  schemas,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import {
  dailyLimitReached,
  insufficientBalance,
  quoteChanged,
  receiverFull,
  receiverNotFound,
  sendNotFound,
  withdrawalsDisabled,
} from './ledger-errors.ts';
import { clientIdSchema, noteSchema, rupiah, sendQuoteSchema, sendSchema } from './money-schemas.ts';
import { readReceipt } from './read-receipt.ts';
import { quoteSend, sendMoney, type SendDeps, type SendInput } from './send-money.ts';

const sendBody = Type.Object({
  to: pidSchema,
  amount: schemas.rupiahAmount,
  note: Type.Optional(noteSchema),
  clientId: Type.Optional(clientIdSchema),
  expectedTotal: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});

const receiptSchema = Type.Object(
  {
    id: schemas.uuid,
    from: pidSchema,
    to: pidSchema,
    amount: rupiah,
    fees: Type.Optional(Type.Object({ global: rupiah, app: rupiah, total: rupiah })),
    app: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    status: schemas.literals(['posted']),
    createdAt: schemas.dateTime,
  },
  { title: 'SendReceipt' },
);

export function sendRoutes(deps: SendDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/fiat/sends/quote',
      operationId: 'quoteSend',
      summary: 'What a send would cost now; moves nothing',
      tag: 'fiat',
      access: 'user',
      limit: 'money',
      body: sendBody,
      reply: sendQuoteSchema,
      errors: [receiverNotFound, quoteChanged, commonErrors.noIdentity, commonErrors.appPaused],
      async handle({ caller, body }) {
        const input = toInput(caller, body);
        const quote = await quoteSend(deps, input);
        return {
          amount: input.amount,
          ...quote,
          status: 'quoted' as const,
          createdAt: deps.clock.now().toISOString(),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/fiat/sends',
      operationId: 'sendMoney',
      summary: 'Sends rupiah to another identity',
      description:
        'The receiver gets `amount` whole; the sender pays the fees on top. With an Idempotency-Key a repeated request is answered as the first one was. Above the limits of GET /v1/limits the sender confirms with a passkey, or with a fresh sign-in without one; such a request carries `expectedTotal`.',
      tag: 'fiat',
      access: 'user',
      limit: 'money',
      stepUp: 'judged',
      body: sendBody,
      reply: sendSchema,
      status: 201,
      errors: [
        commonErrors.appPaused,
        dailyLimitReached,
        insufficientBalance,
        receiverFull,
        receiverNotFound,
        quoteChanged,
        keyReused,
        commonErrors.noIdentity,
      ],
      async handle({ caller, body, request, reply, steppedUp, requireStepUp }) {
        const sent = await sendMoney(deps, toInput(caller, body), readIdempotencyKey(request, 'send'), {
          steppedUp,
          require: requireStepUp,
        });
        if (sent.replayed) markReplay(reply);
        return {
          id: sent.id,
          amount: sent.amount,
          fees: sent.fees,
          debited: sent.debited,
          balance: sent.balance,
          status: 'posted' as const,
          createdAt: sent.createdAt.toISOString(),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/fiat/sends/{id}',
      operationId: 'getSendReceipt',
      summary: 'The receipt of a send, for its sender and its receiver',
      tag: 'fiat',
      access: 'user',
      params: Type.Object({ id: schemas.uuid }),
      reply: receiptSchema,
      errors: [sendNotFound],
      handle: ({ caller, params }) => readReceipt(deps, caller.pid, params.id),
    }),
    route({
      method: 'POST',
      path: '/v1/fiat/withdrawals',
      operationId: 'withdrawToBank',
      summary: 'Bank withdrawals are disabled',
      tag: 'fiat',
      access: 'user',
      limit: 'money',
      reply: schemas.okReply,
      errors: [withdrawalsDisabled],
      async handle() {
        throw withdrawalsDisabled();
      },
    }),
  ];
}

type SendBody = { to: string; amount: number; note?: string; clientId?: string; expectedTotal?: number };

function toInput(caller: UserCaller, body: SendBody): SendInput {
  return {
    from: { identityId: caller.identityId, pid: caller.pid },
    to: body.to,
    amount: BigInt(body.amount),
    note: body.note || null,
    clientId: body.clientId ?? null,
    expectedTotal: body.expectedTotal === undefined ? null : BigInt(body.expectedTotal),
  };
}
