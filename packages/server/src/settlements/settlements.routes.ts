import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { stepUpOf } from '../ledger/index.ts';
import {
  actorOf,
  identityOf,
  markReplay,
  requireIdempotencyKey,
  route,
  type Route,
} from '../platform/http/index.ts';
import { cancelSettlement } from './cancel-settlement.ts';
import { approveBankAccount, refuseBankAccount } from './decide-bank-account.ts';
import { markSettlementFailed, markSettlementPaid } from './end-settlement.ts';
import { getBankAccount, listBankAccounts } from './get-bank-account.ts';
import { listSettlements, listSettlementsAsAdmin } from './list-settlements.ts';
import { receiveSettlementNotice } from './receive-settlement-notice.ts';
import { removeBankAccount } from './remove-bank-account.ts';
import { describeNewSettlement, requestSettlement } from './request-settlement.ts';
import { markSettlementSent } from './mark-settlement-sent.ts';
import { setBankAccount } from './set-bank-account.ts';
import type { SettlementDeps } from './settlement-deps.ts';
import type { TransferDeps } from './transfer-settlements.ts';

interface RouteDeps extends SettlementDeps {
  /** Null if no provider transfers settlements. */
  readonly transfer: TransferDeps | null;
}

export function settlementRoutes(deps: RouteDeps): Route[] {
  return [...ownerRoutes(deps), ...adminRoutes(deps), noticeRoute(deps)];
}

function ownerRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.getBankAccount, ({ caller, params }) => getBankAccount(deps, caller, params.client_id)),
    route(operations.setBankAccount, ({ caller, params, body, request }) =>
      setBankAccount(deps, caller, { clientId: params.client_id, ...body }, originOf(request)),
    ),
    route(operations.removeBankAccount, async ({ caller, params, request }) => {
      await removeBankAccount(deps, caller, params.client_id, originOf(request));
      return { ok: true };
    }),
    route(operations.requestSettlement, async ({ caller, params, body, request, reply, ...asked }) => {
      const clientId = params.client_id;
      const { identityId, pid } = caller;
      const requested = await requestSettlement(
        deps,
        { identityId, pid, clientId, amount: BigInt(body.amount), origin: originOf(request) },
        requireIdempotencyKey(request, `settlement ${clientId}`),
        stepUpOf(asked),
      );
      markReplay(reply, requested.replayed);
      return describeNewSettlement(requested);
    }),
    route(operations.listSettlements, ({ caller, params, query }) =>
      listSettlements(deps, caller, { ...params, ...query }),
    ),
    route(operations.cancelSettlement, ({ caller, params, request }) =>
      cancelSettlement(deps, caller, { clientId: params.client_id, id: params.id }, originOf(request)),
    ),
  ];
}

const outcomes = [
  { operation: operations.markSettlementPaid, mark: markSettlementPaid },
  { operation: operations.markSettlementFailed, mark: markSettlementFailed },
];

function adminRoutes(deps: RouteDeps): Route[] {
  return [
    route(operations.listBankAccounts, ({ query }) => listBankAccounts(deps, query)),
    route(operations.approveBankAccount, ({ params, body, caller, request }) =>
      approveBankAccount(deps, {
        clientId: params.client_id,
        reason: body.reason ?? null,
        version: body.version ?? null,
        actor: actorOf(caller),
        deciderId: identityOf(caller),
        origin: originOf(request),
      }),
    ),
    route(operations.refuseBankAccount, ({ params, body, caller, request }) =>
      refuseBankAccount(deps, {
        clientId: params.client_id,
        reason: body.reason ?? null,
        version: body.version ?? null,
        actor: actorOf(caller),
        deciderId: identityOf(caller),
        origin: originOf(request),
      }),
    ),
    route(operations.listSettlementsAsAdmin, ({ query }) => listSettlementsAsAdmin(deps, query)),
    route(operations.markSettlementSent, ({ params, body, caller, request }) =>
      markSettlementSent(deps, {
        id: params.id,
        reference: body.reference ?? null,
        reason: body.reason ?? null,
        actor: actorOf(caller),
        origin: originOf(request),
      }),
    ),
    ...outcomes.map(({ operation, mark }) =>
      route(operation, ({ params, body, caller, request }) =>
        mark(deps, {
          id: params.id,
          reference: body.reference,
          reason: body.reason ?? null,
          actor: actorOf(caller),
          origin: originOf(request),
        }),
      ),
    ),
  ];
}

function noticeRoute({ transfer }: RouteDeps): Route {
  return route(operations.receiveSettlementNotice, async ({ params, body, request }) => {
    await receiveSettlementNotice(transfer, { provider: params.provider, headers: request.headers, body });
    return { ok: true };
  });
}
