import { Type } from 'typebox';
import { balanceFull, clientIdSchema, rupiah } from '../ledger/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  keyReused,
  markReplay,
  readIdempotencyKey,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import {
  providerNotFound,
  providerUnavailable,
  topUpNotFound,
  topUpsUnavailable,
} from './checkout-errors.ts';
import type { ConfirmDeps } from './confirm-top-up.ts';
import { createTopUp, type TopUpDeps } from './create-top-up.ts';
import { receiveNotice } from './receive-notice.ts';
import { findTopUp, totalOf, type TopUp } from './topups.store.ts';

const topUpSchema = Type.Object(
  {
    id: schemas.uuid,
    checkoutUrl: Type.String({ format: 'uri' }),
    amount: rupiah,
    fees: Type.Object(
      { global: rupiah, app: rupiah, provider: rupiah, total: rupiah },
      { title: 'TopUpFees' },
    ),
    total: rupiah,
    status: schemas.literals(['pending', 'paid', 'expired', 'failed', 'refunded']),
    expiresAt: schemas.dateTime,
    paidAt: Type.Optional(schemas.dateTime),
    refunded: Type.Optional(rupiah),
  },
  { title: 'TopUp' },
);

export type TopUpRoutesDeps = TopUpDeps & ConfirmDeps & { readonly checkoutUrl: (id: string) => string };

export function topUpRoutes(deps: TopUpRoutesDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/fiat/topups',
      operationId: 'createTopUp',
      summary: 'Begins a top-up; the payer goes to its checkout page',
      tag: 'fiat',
      access: 'user',
      limit: 'money',
      body: Type.Object({
        amount: schemas.rupiahAmount,
        clientId: Type.Optional(clientIdSchema),
        returnTo: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
      }),
      reply: topUpSchema,
      status: 201,
      errors: [balanceFull, topUpsUnavailable, keyReused, commonErrors.noIdentity, commonErrors.appPaused],
      async handle({ caller, body, request, reply }) {
        const input = {
          identityId: caller.identityId,
          amount: BigInt(body.amount),
          clientId: body.clientId ?? null,
          returnTo: body.returnTo ?? null,
        };
        const { topUp, replayed } = await createTopUp(deps, input, readIdempotencyKey(request, 'topup'));
        if (replayed) markReplay(reply);
        // A replay is the first answer again; what became of it since is for GET to say.
        return { ...describe(deps, { ...topUp, paidAt: null, refunded: 0n }), status: 'pending' as const };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/fiat/topups/{id}',
      operationId: 'getTopUp',
      summary: 'Where an own top-up stands',
      tag: 'fiat',
      access: 'user',
      params: Type.Object({ id: schemas.uuid }),
      reply: topUpSchema,
      errors: [topUpNotFound],
      async handle({ caller, params }) {
        const topUp = await findTopUp(deps.db, params.id);
        if (topUp?.identityId !== caller.identityId) throw topUpNotFound();
        return describe(deps, topUp);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/payments/{provider}/notifications',
      operationId: 'receivePaymentNotice',
      summary: 'For payment providers: something happened to a payment',
      tag: 'fiat',
      access: 'public',
      limit: 'exchange',
      acceptsForeignOrigin: true,
      params: Type.Object({ provider: Type.String({ maxLength: 32 }) }),
      body: Type.Object({}, { additionalProperties: true }),
      reply: schemas.okReply,
      errors: [commonErrors.unauthorized, providerNotFound, topUpNotFound, providerUnavailable],
      async handle({ params, body, request }) {
        await receiveNotice(deps, { provider: params.provider, headers: request.headers, body });
        return { ok: true };
      },
    }),
  ];
}

/** What has outlived its page is expired, even before the reconciliation has written that down. */
export function currentStatus(topUp: TopUp, now: Date): TopUp['status'] {
  return topUp.status === 'pending' && now >= topUp.expiresAt ? 'expired' : topUp.status;
}

function describe(deps: TopUpRoutesDeps, topUp: TopUp) {
  const fees = {
    global: topUp.globalFee,
    app: topUp.appFee,
    provider: topUp.providerFee,
    total: topUp.globalFee + topUp.appFee + topUp.providerFee,
  };
  return {
    id: topUp.id,
    checkoutUrl: deps.checkoutUrl(topUp.id),
    amount: topUp.amount,
    fees,
    total: totalOf(topUp),
    status: currentStatus(topUp, deps.clock.now()),
    expiresAt: topUp.expiresAt.toISOString(),
    ...(topUp.paidAt ? { paidAt: topUp.paidAt.toISOString() } : {}),
    ...(topUp.refunded > 0n ? { refunded: topUp.refunded } : {}),
  };
}
