import { operations, type Input } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import {
  actorOf,
  identityOf,
  markReplay,
  readIdempotencyKey,
  route,
  sendDownload,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { changeLimits, getLimits, type LimitDeps } from './change-limits.ts';
import { optionalAmount } from './optional-amount.ts';
import { depositToApp, describeDeposit } from './deposit-to-app.ts';
import { describePayout, payOutApp } from './pay-out-app.ts';
import { getAppBalance, getBalance } from './get-balance.ts';
import { getFeeIncome } from './get-fee-income.ts';
import { getSendReceipt } from './get-send-receipt.ts';
import { getAppStatement, getStatement } from './get-statement.ts';
import {
  describeQuote,
  describeSent,
  quoteSend,
  sendMoney,
  type SendDeps,
  type SendInput,
  type StepUp,
} from './send-money.ts';
import type { IdentityCheck, Verdict } from './identity-check.ts';
import { getTier, setTier } from './set-tier.ts';
import { withdrawToBank } from './withdraw-to-bank.ts';

type RouteDeps = SendDeps &
  LimitDeps &
  Needs<'reader'> & { readonly settles: boolean; readonly identityCheck: IdentityCheck<Verdict> };

export function ledgerRoutes(deps: RouteDeps): Route[] {
  return [...playerRoutes(deps), ...limitRoutes(deps), ...appMoneyRoutes(deps), ...adminRoutes(deps)];
}

function playerRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getBalance, ({ caller, query }) => getBalance(deps, caller, query.at)),
    route(operations.getStatement, async ({ caller, query, reply }) =>
      sendDownload(reply, await getStatement(deps, caller, query)),
    ),
    route(operations.quoteSend, async ({ caller, body }) =>
      describeQuote(await quoteSend(deps, toInput(caller, body))),
    ),
    route(operations.sendMoney, async ({ caller, body, request, reply, ...asked }) => {
      const key = readIdempotencyKey(request, 'send');
      const sent = await sendMoney(deps, toInput(caller, body), key, stepUpOf(asked));
      markReplay(reply, sent.replayed);
      return describeSent(sent);
    }),
    route(operations.getSendReceipt, ({ caller, params }) => getSendReceipt(deps, caller.pid, params.id)),
    route(operations.withdrawToBank, () => withdrawToBank()),
  ];
}

function limitRoutes(deps: LimitDeps): Route[] {
  return [
    route(operations.getLimits, ({ caller }) => getLimits(deps, caller.identityId)),
    route(operations.changeLimits, ({ caller, body, request, ...asked }) => {
      const input = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, BigInt(value)]));
      const by = { identityId: caller.identityId, pid: caller.pid, origin: originOf(request) };
      return changeLimits(deps, by, input, stepUpOf(asked));
    }),
  ];
}

function appMoneyRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getAppBalance, ({ caller, params, query }) =>
      getAppBalance(deps, caller, params.client_id, query.at),
    ),
    route(operations.getAppStatement, async ({ caller, params, query, reply }) =>
      sendDownload(reply, await getAppStatement(deps, caller, params.client_id, query)),
    ),
    route(operations.payOutApp, async ({ caller, params, body, request, reply, ...asked }) => {
      const clientId = params.client_id;
      const paid = await payOutApp(
        deps,
        { ...personOf(caller), clientId, amount: BigInt(body.amount), origin: originOf(request) },
        readIdempotencyKey(request, `payout ${clientId}`),
        stepUpOf(asked),
      );
      markReplay(reply, paid.replayed);
      return describePayout(paid);
    }),
    route(operations.depositToApp, async ({ caller, params, body, request, reply, ...asked }) => {
      const clientId = params.client_id;
      const deposited = await depositToApp(
        deps,
        { ...personOf(caller), clientId, amount: BigInt(body.amount) },
        readIdempotencyKey(request, `deposit ${clientId}`),
        stepUpOf(asked),
      );
      markReplay(reply, deposited.replayed);
      return describeDeposit(deposited);
    }),
  ];
}

function adminRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getFeeIncome, ({ query }) => getFeeIncome({ ...deps, db: deps.reader }, query)),
    route(operations.getTier, ({ params }) => getTier(deps, params.pid)),
    route(operations.setTier, ({ params, body, caller, request }) =>
      setTier(deps, deps.identityCheck, body, {
        pid: params.pid,
        actor: actorOf(caller),
        actorId: identityOf(caller),
        origin: originOf(request),
      }),
    ),
  ];
}

export function stepUpOf(asked: {
  steppedUp: boolean;
  assertionRefused: boolean;
  requireStepUp(): Promise<void>;
}): StepUp {
  return { steppedUp: asked.steppedUp, refused: asked.assertionRefused, require: asked.requireStepUp };
}

function personOf({ identityId, pid }: UserCaller) {
  return { identityId, pid };
}

function toInput(caller: UserCaller, body: Input<'sendMoney'>): SendInput {
  return {
    from: { identityId: caller.identityId, pid: caller.pid },
    to: body.to,
    amount: BigInt(body.amount),
    note: body.note || null,
    clientId: body.clientId ?? null,
    expectedTotal: optionalAmount(body.expectedTotal),
  };
}
