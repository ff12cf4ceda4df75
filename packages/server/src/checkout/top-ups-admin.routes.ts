import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { rupiah } from '../ledger/index.ts';
import type { Database } from '../platform/db/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { topUpNotFound, topUpNotPaid } from './checkout-errors.ts';
import { clawBackTopUp } from './claw-back-top-up.ts';
import type { ClawBackDeps } from './claw-back.ts';
import { currentStatus } from './top-ups.routes.ts';
import { findTopUp, totalOf, type TopUp } from './topups.store.ts';

const administeredTopUp = Type.Object(
  {
    id: schemas.uuid,
    pid: Type.String(),
    amount: rupiah,
    total: rupiah,
    status: schemas.literals(['pending', 'paid', 'expired', 'failed', 'refunded']),
    provider: Type.String(),
    paymentId: schemas.nullable(Type.String()),
    refunded: rupiah,
    receivable: rupiah,
    createdAt: schemas.dateTime,
    paidAt: Type.Optional(schemas.dateTime),
  },
  { title: 'AdministeredTopUp' },
);

export const reasonSchema = schemas.text(
  String.raw`^[^\u0000-\u001f\u007f]{3,200}$`,
  'must say why, in 3 to 200 characters',
);

export function topUpAdminRoutes(deps: ClawBackDeps & { readonly db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/admin/topups/{id}',
      operationId: 'getTopUpAsAdmin',
      summary: 'A top-up of anybody, with what the provider calls its payment',
      tag: 'admin',
      access: 'admin',
      params: Type.Object({ id: schemas.uuid }),
      reply: administeredTopUp,
      errors: [topUpNotFound],
      async handle({ params }) {
        const topUp = await findTopUp(deps.db, params.id);
        if (!topUp) throw topUpNotFound();
        return describe(deps, topUp);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/admin/topups/{id}/clawback',
      operationId: 'clawBackTopUp',
      summary: 'Takes back a top-up whose payer got the money back',
      description:
        'For refunds and chargebacks that the payment provider does not tell of by itself. `refunded` is what the payer has got back in all, so that repeating it changes nothing. What the balance no longer covers is booked as a receivable; no balance falls below zero.',
      tag: 'admin',
      access: 'admin',
      limit: 'money',
      stepUp: 'assertion',
      params: Type.Object({ id: schemas.uuid }),
      body: Type.Object({ refunded: schemas.rupiahAmount, reason: reasonSchema }),
      reply: administeredTopUp,
      errors: [topUpNotFound, topUpNotPaid],
      async handle({ params, body, caller, request }) {
        const topUp = await clawBackTopUp(deps, {
          id: params.id,
          refunded: BigInt(body.refunded),
          reason: body.reason,
          actor: caller.pid,
          origin: originOf(request),
        });
        return describe(deps, topUp);
      },
    }),
  ];
}

function describe(deps: ClawBackDeps, topUp: TopUp) {
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
