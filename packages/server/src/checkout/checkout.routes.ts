import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { actorOf, markReplay, readIdempotencyKey, route, type Route } from '../platform/http/index.ts';
import { clawBackTopUp } from './claw-back-top-up.ts';
import { createTopUp, type CreateTopUpDeps } from './create-top-up.ts';
import { describeForAdmin, describeNew } from './describe-top-up.ts';
import { getTopUp, getTopUpAsAdmin } from './get-top-up.ts';
import { markBuyer } from './purchase-of.ts';
import { quoteTopUp } from './quote-top-up.ts';
import { receivePaymentNotice } from './receive-payment-notice.ts';
import {
  creditSuspense,
  describeSuspense,
  listSuspense,
  refundSuspense,
  type ResolveDeps,
} from './resolve-suspense.ts';

export interface CheckoutRoutesDeps extends CreateTopUpDeps, ResolveDeps {
  readonly markKey: Uint8Array;
  checkoutUrl(id: string): string;
  readonly secureCookies: boolean;
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
        paymentId: body.paymentId ?? null,
      };
      const { topUp, replayed } = await createTopUp(deps, input, readIdempotencyKey(request, 'topup'));
      markReplay(reply, replayed);
      markBuyer(reply, topUp, deps.secureCookies);
      return describeNew(deps, topUp);
    }),
    route(operations.quoteTopUp, ({ caller, body }) =>
      quoteTopUp(deps, {
        identityId: caller.identityId,
        amount: BigInt(body.amount),
        clientId: body.clientId ?? null,
      }),
    ),
    route(operations.getTopUp, ({ caller, params }) => getTopUp(deps, params.id, caller.identityId)),
    route(operations.receivePaymentNotice, async ({ params, body, request }) => {
      await receivePaymentNotice(deps, { provider: params.provider, headers: request.headers, body });
      return { ok: true };
    }),
  ];
}

function adminRoutes(deps: CheckoutRoutesDeps): Route[] {
  return [
    route(operations.getTopUpAsAdmin, ({ params }) => getTopUpAsAdmin(deps, params.id)),
    route(operations.clawBackTopUp, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request), reason: body.reason };
      const order = { id: params.id, refunded: BigInt(body.refunded), ...by };
      return describeForAdmin(deps, await clawBackTopUp(deps, order));
    }),
    route(operations.listSuspense, ({ query }) => listSuspense(deps.db, query)),
    route(operations.creditSuspense, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request) };
      return describeSuspense(await creditSuspense(deps, { id: params.id, ...body, ...by }));
    }),
    route(operations.refundSuspense, async ({ params, body, caller, request }) => {
      const by = { actor: actorOf(caller), origin: originOf(request) };
      return describeSuspense(await refundSuspense(deps, { id: params.id, ...body, ...by }));
    }),
  ];
}
