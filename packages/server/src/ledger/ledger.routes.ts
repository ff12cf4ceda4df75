import { Readable } from 'node:stream';
import { operations, type Input } from '@pid/contract';
import type { FastifyReply } from 'fastify';
import { originOf } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import {
  markReplay,
  readIdempotencyKey,
  route,
  type Caller,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Holder } from './accounts.store.ts';
import { changeLimits, showLimits, type LimitDeps, type Limits } from './change-limits.ts';
import { ownApp } from './own-app.ts';
import { payOut } from './pay-out.ts';
import { showBalance } from './read-balance.ts';
import { readFeeIncome } from './read-fee-income.ts';
import { readReceipt } from './read-receipt.ts';
import { isOfPastMonth, readStatement, streamStatement, type StatementQuery } from './read-statement.ts';
import { quoteSend, sendMoney, type SendDeps, type SendInput, type StepUp } from './send-money.ts';
import { toCsv } from './statement-csv.ts';

type RouteDeps = SendDeps & LimitDeps & Needs<'reader'>;

export function ledgerRoutes(deps: RouteDeps): Route[] {
  return [...playerRoutes(deps), ...limitRoutes(deps), ...appMoneyRoutes(deps), ...adminRoutes(deps)];
}

function playerRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getBalance, ({ caller, query }) => showBalance(deps, holderOf(caller), query.at)),
    route(operations.getStatement, ({ caller, query, reply }) =>
      answerStatement(deps, holderOf(caller), query, reply),
    ),
    route(operations.quoteSend, async ({ caller, body }) => ({
      ...described(await quoteSend(deps, toInput(caller, body))),
      status: 'quoted' as const,
    })),
    route(operations.sendMoney, async ({ caller, body, request, reply, ...asked }) => {
      const key = readIdempotencyKey(request, 'send');
      const { replayed, ...sent } = await sendMoney(deps, toInput(caller, body), key, stepUpOf(asked));
      if (replayed) markReplay(reply);
      return { ...described(sent), status: 'posted' as const };
    }),
    route(operations.getSendReceipt, ({ caller, params }) => readReceipt(deps, caller.pid, params.id)),
    route(operations.withdrawToBank, async () => {
      throw refuse('withdrawals_disabled');
    }),
  ];
}

function limitRoutes(deps: LimitDeps): Route[] {
  return [
    route(operations.getLimits, async ({ caller }) =>
      describeLimits(await showLimits(deps, caller.identityId)),
    ),
    route(operations.changeLimits, async ({ caller, body, request, ...asked }) => {
      const input = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, BigInt(value)]));
      const by = { identityId: caller.identityId, pid: caller.pid, origin: originOf(request) };
      return describeLimits(await changeLimits(deps, by, input, stepUpOf(asked)));
    }),
  ];
}

function appMoneyRoutes(deps: RouteDeps): Route[] {
  const escrowOf = async (caller: Caller, clientId: string): Promise<Holder> => ({
    kind: 'app',
    id: (await ownApp(deps, caller, clientId)).clientId,
  });
  return [
    route(operations.getAppBalance, async ({ caller, params, query }) => ({
      ...(await showBalance(deps, await escrowOf(caller, params.client_id), query.at)),
      serviceFee: { bps: Number(deps.feeRule.bps), minimum: deps.feeRule.minimum },
    })),
    route(operations.getAppStatement, async ({ caller, params, query, reply }) =>
      answerStatement(deps, await escrowOf(caller, params.client_id), query, reply),
    ),
    route(operations.payOutApp, async ({ caller, params, body, request, reply, ...asked }) => {
      const app = await ownApp(deps, caller, params.client_id);
      if (app.paused) throw refuse('app_paused');
      const { replayed, ...paid } = await payOut(
        deps,
        { identityId: caller.identityId, clientId: app.clientId, amount: BigInt(body.amount) },
        readIdempotencyKey(request, `payout ${app.clientId}`),
        stepUpOf(asked),
      );
      if (replayed) markReplay(reply);
      return { ...described(paid), status: 'posted' as const };
    }),
  ];
}

function adminRoutes(deps: RouteDeps): Route[] {
  return [route(operations.getFeeIncome, ({ query }) => readFeeIncome({ ...deps, db: deps.reader }, query))];
}

function holderOf(caller: UserCaller): Holder {
  return { kind: 'identity', id: caller.identityId };
}

export function stepUpOf(asked: {
  steppedUp: boolean;
  assertionRefused: boolean;
  requireStepUp(): Promise<void>;
}): StepUp {
  return { steppedUp: asked.steppedUp, refused: asked.assertionRefused, require: asked.requireStepUp };
}

function described<T extends { readonly createdAt: Date }>({ createdAt, ...rest }: T) {
  return { ...rest, createdAt: createdAt.toISOString() };
}

function describeLimits({ pendingFrom, ...limits }: Limits) {
  return { ...limits, ...(pendingFrom ? { pendingFrom: pendingFrom.toISOString() } : {}) };
}

async function answerStatement(
  deps: RouteDeps,
  holder: Holder,
  query: StatementQuery & { format?: 'json' | 'csv' },
  reply: FastifyReply,
) {
  if (query.format !== 'csv')
    return readStatement(isOfPastMonth(deps, query.to) ? deps.reader : deps.db, holder, query);
  reply.header('content-disposition', 'attachment; filename="statement.csv"').type('text/csv; charset=utf-8');
  return reply.send(Readable.from(toCsv(streamStatement(deps.reader, holder, query))));
}

function toInput(caller: UserCaller, body: Input<'sendMoney'>): SendInput {
  return {
    from: { identityId: caller.identityId, pid: caller.pid },
    to: body.to,
    amount: BigInt(body.amount),
    note: body.note || null,
    clientId: body.clientId ?? null,
    expectedTotal: body.expectedTotal === undefined ? null : BigInt(body.expectedTotal),
  };
}
