import { operations } from '@pid/contract';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../audit/index.ts';
import {
  deprecated,
  markReplay,
  readIdempotencyKey,
  route,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import { activateAccount } from './activate-account.ts';
import { listCertificates } from './list-certificates.ts';
import { openAssets } from './list-assets.ts';
import { openTransfers } from './list-transfers.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { rotateAuthority } from './rotate-authority.ts';
import { getAccount, getSponsorship } from './get-account.ts';
import { getActivationPrice } from './get-activation-price.ts';
import { getReadiness } from './get-readiness.ts';
import { getOperation, listOperations } from './list-operations.ts';
import { withdraw } from './withdraw.ts';

export function accountRoutes(deps: AccountDeps): Route[] {
  return [...readingRoutes(deps), ...signedRoutes(deps)];
}

function readingRoutes(deps: AccountDeps): Route[] {
  const { db } = deps;
  const { listAssets } = openAssets(deps);
  const { listTransfers } = openTransfers(deps);
  return [
    route(operations.listTransfers, ({ caller, query }) => listTransfers(caller, query)),
    route(operations.getAccount, ({ caller }) => getAccount(deps, caller)),
    route(operations.getSponsorship, ({ caller }) => getSponsorship(deps, caller)),
    route(operations.getActivationPrice, ({ caller }) => getActivationPrice(deps, caller)),
    route(operations.getReadiness, ({ caller }) => getReadiness(deps, caller)),
    route(operations.listAssets, async ({ caller }) => ({
      items: await listAssets(caller),
      nextCursor: null,
    })),
    route(operations.listCertificates, async ({ caller }) => ({
      items: await listCertificates(deps, caller),
      nextCursor: null,
    })),
    route(operations.listOperations, ({ caller, query }) => listOperations(db, caller.identityId, query)),
    route(operations.getOperation, ({ caller, params }) => getOperation(db, caller.identityId, params.id)),
  ];
}

/**
 * Operations that a passkey signs and the relayer submits, under their current paths and the deprecated V3
 * paths.
 */
function signedRoutes(deps: AccountDeps): Route[] {
  const quote = route(operations.quoteWithdrawal, ({ caller, body }) => quoteWithdrawal(deps, caller, body));
  const withdrawal = route(operations.withdraw, async (call) => {
    const withdrawn = await withdraw(deps, requestOf(call, 'withdraw'), call.body);
    markReplay(call.reply, withdrawn.replayed);
    const { signature, networkFeeLamports, protocolFeeLamports, rentLamports } = withdrawn;
    return {
      signature,
      networkFeeLamports,
      protocolFeeLamports,
      rentLamports,
      status: 'confirmed' as const,
    };
  });
  const rotation = route(operations.rotateAuthority, async (call) => {
    const { signature, replayed } = await rotateAuthority(deps, requestOf(call, 'rotate'), call.body);
    markReplay(call.reply, replayed);
    return { signature, status: 'confirmed' as const };
  });
  return [
    route(operations.activateAccount, async (call) => {
      const { view, replayed } = await activateAccount(deps, requestOf(call, 'activate'), call.body);
      markReplay(call.reply, replayed);
      return view;
    }),
    quote,
    withdrawal,
    rotation,
    deprecated(quote, operations.walletQuoteWithdrawal),
    deprecated(withdrawal, operations.walletWithdraw),
    deprecated(rotation, operations.walletRotate),
  ];
}

/**
 * The idempotency hash contains the operation name instead of the path, so that both path families share one
 * key.
 */
function requestOf(
  { caller, request }: { caller: UserCaller; request: FastifyRequest },
  operation: string,
): AccountRequest {
  return { caller, origin: originOf(request), idempotencyKey: readIdempotencyKey(request, operation) };
}
