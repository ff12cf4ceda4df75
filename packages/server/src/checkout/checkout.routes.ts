import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import type { SuspenseItem } from '../ledger/index.ts';
import { actorOf, markReplay, readIdempotencyKey, route, type Route } from '../platform/http/index.ts';
import { clawBackTopUp } from './claw-back-top-up.ts';
import { createTopUp, type TopUpDeps } from './create-top-up.ts';
import { quoteTopUp } from './quote-top-up.ts';
import { currentStatus, readTopUp } from './read-top-up.ts';
import { receiveNotice } from './receive-notice.ts';
import {
  creditSuspenseItem,
  readSuspense,
  refundSuspenseItem,
  type ResolveDeps,
} from './resolve-suspense.ts';
import { totalOf, type TopUp } from './topups.store.ts';

export interface CheckoutRoutesDeps extends TopUpDeps, ResolveDeps {
  extendPayment(paymentId: string, identityId: string, until: Date): Promise<void>;
  readonly markKey: Uint8Array;
  checkoutUrl(id: string): string;
}

export function checkoutRoutes(deps: CheckoutRoutesDeps): Route[] {
  return [...topUpRoutes(deps), ...adminRoutes(deps)];
}

function topUpRoutes(deps: CheckoutRoutesDeps): Route[] {
  return [
    route(operations.createTopUp, async ({ caller, body, request, reply }) => {
      const input = {
        identityId: caller.identityId,
        amount: BigInt(body.amount),
        clientId: body.clientId ?? null,
        returnTo: body.returnTo ?? null,
      };
      const { topUp, replayed } = await createTopUp(deps, input, readIdempotencyKey(request, 'topup'));
      if (replayed) markReplay(reply);
      else if (body.paymentId !== undefined)
        await deps.extendPayment(body.paymentId, caller.identityId, topUp.expiresAt);
      // A replay is the first answer again; what became of it since is for GET to say.
      return {
        ...describeTopUp(deps, { ...topUp, paidAt: null, refunded: 0n }),
        status: 'pending' as const,
      };
    }),
    route(operations.quoteTopUp, ({ caller, body }) =>
      quoteTopUp(deps, {
        identityId: caller.identityId,
        amount: BigInt(body.amount),
        clientId: body.clientId ?? null,
      }),
    ),
    route(operations.getTopUp, async ({ caller, params }) =>
      describeTopUp(deps, await readTopUp(deps.db, params.id, caller.identityId)),
    ),
    route(operations.receivePaymentNotice, async ({ params, body, request }) => {
      await receiveNotice(deps, { provider: params.provider, headers: request.headers, body });
      return { ok: true };
    }),
  ];
}

function adminRoutes(deps: CheckoutRoutesDeps): Route[] {
  return [
    route(operations.getTopUpAsAdmin, async ({ params }) =>
      describeForAdmin(deps, await readTopUp(deps.db, params.id)),
    ),
    route(operations.clawBackTopUp, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request), reason: body.reason };
      const order = { id: params.id, refunded: BigInt(body.refunded), ...by };
      return describeForAdmin(deps, await clawBackTopUp(deps, order));
    }),
    route(operations.listSuspense, async ({ query }) => {
      const { items, nextCursor } = await readSuspense(deps.db, query);
      return { items: items.map(describeItem), nextCursor };
    }),
    route(operations.creditSuspense, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request) };
      return describeItem(await creditSuspenseItem(deps, { id: params.id, ...body, ...by }));
    }),
    route(operations.refundSuspense, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request) };
      return describeItem(await refundSuspenseItem(deps, { id: params.id, ...body, ...by }));
    }),
  ];
}

function describeTopUp(deps: CheckoutRoutesDeps, topUp: TopUp) {
  return {
    id: topUp.id,
    checkoutUrl: deps.checkoutUrl(topUp.id),
    amount: topUp.amount,
    fees: {
      global: topUp.globalFee,
      app: topUp.appFee,
      provider: topUp.providerFee,
      total: totalOf(topUp) - topUp.amount,
    },
    total: totalOf(topUp),
    status: currentStatus(topUp, deps.clock.now()),
    expiresAt: topUp.expiresAt.toISOString(),
    ...(topUp.paidAt ? { paidAt: topUp.paidAt.toISOString() } : {}),
    ...(topUp.refunded > 0n ? { refunded: topUp.refunded } : {}),
  };
}

function describeForAdmin(deps: CheckoutRoutesDeps, topUp: TopUp) {
  return {
    id: topUp.id,
    pid: topUp.pid,
    amount: topUp.amount,
    total: totalOf(topUp),
    status: currentStatus(topUp, deps.clock.now()),
    provider: topUp.provider,
    paymentId: topUp.paymentId,
    refunded: topUp.refunded,
    receivable: topUp.receivable,
    createdAt: topUp.createdAt.toISOString(),
    ...(topUp.paidAt ? { paidAt: topUp.paidAt.toISOString() } : {}),
  };
}

function describeItem({ reference, ...item }: SuspenseItem) {
  const moment = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...item,
    topUpId: item.source === 'topup' || item.source === 'app_fee' ? reference : null,
    since: item.since.toISOString(),
    refundAskedAt: moment(item.refundAskedAt),
    resolvedAt: moment(item.resolvedAt),
  };
}
