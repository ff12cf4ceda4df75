import { Readable } from 'node:stream';
import { operations, type Input } from '@pid/contract';
import type { FastifyReply } from 'fastify';
import { originOf } from '../audit/index.ts';
import {
  markReplay,
  readIdempotencyKey,
  route,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { changeLimits, getLimits, type LimitDeps, type Limits } from './change-limits.ts';
import { payOutApp } from './pay-out-app.ts';
import { getAppBalance, getBalance } from './get-balance.ts';
import { getFeeIncome } from './get-fee-income.ts';
import { getSendReceipt } from './get-send-receipt.ts';
import { getAppStatement, getStatement } from './get-statement.ts';
import { quoteSend, sendMoney, type SendDeps, type SendInput, type StepUp } from './send-money.ts';
import { toCsv } from './statement-csv.ts';
import { withdrawToBank } from './withdraw-to-bank.ts';

type RouteDeps = SendDeps & LimitDeps & Needs<'reader'>;

export function ledgerRoutes(deps: RouteDeps): Route[] {
  return [...playerRoutes(deps), ...limitRoutes(deps), ...appMoneyRoutes(deps), ...adminRoutes(deps)];
}

function playerRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getBalance, ({ caller, query }) => getBalance(deps, caller, query.at)),
    route(operations.getStatement, async ({ caller, query, reply }) =>
      sendStatement(await getStatement(deps, caller, query), reply),
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
    route(operations.getSendReceipt, ({ caller, params }) => getSendReceipt(deps, caller.pid, params.id)),
    route(operations.withdrawToBank, () => withdrawToBank()),
  ];
}

function limitRoutes(deps: LimitDeps): Route[] {
  return [
    route(operations.getLimits, async ({ caller }) =>
      describeLimits(await getLimits(deps, caller.identityId)),
    ),
    route(operations.changeLimits, async ({ caller, body, request, ...asked }) => {
      const input = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, BigInt(value)]));
      const by = { identityId: caller.identityId, pid: caller.pid, origin: originOf(request) };
      return describeLimits(await changeLimits(deps, by, input, stepUpOf(asked)));
    }),
  ];
}

function appMoneyRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getAppBalance, ({ caller, params, query }) =>
      getAppBalance(deps, caller, params.client_id, query.at),
    ),
    route(operations.getAppStatement, async ({ caller, params, query, reply }) =>
      sendStatement(await getAppStatement(deps, caller, params.client_id, query), reply),
    ),
    route(operations.payOutApp, async ({ caller, params, body, request, reply, ...asked }) => {
      const clientId = params.client_id;
      const { replayed, ...paid } = await payOutApp(
        deps,
        { identityId: caller.identityId, clientId, amount: BigInt(body.amount) },
        readIdempotencyKey(request, `payout ${clientId}`),
        stepUpOf(asked),
      );
      if (replayed) markReplay(reply);
      return { ...described(paid), status: 'posted' as const };
    }),
  ];
}

function adminRoutes(deps: RouteDeps): Route[] {
  return [route(operations.getFeeIncome, ({ query }) => getFeeIncome({ ...deps, db: deps.reader }, query))];
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

function sendStatement(statement: Awaited<ReturnType<typeof getStatement>>, reply: FastifyReply) {
  if (statement.page) return statement.page;
  reply.header('content-disposition', 'attachment; filename="statement.csv"').type('text/csv; charset=utf-8');
  return reply.send(Readable.from(toCsv(statement.entries)));
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
