import { Readable } from 'node:stream';
import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { readEarnings, stepUpOf } from '../ledger/index.ts';
import {
  actorOf,
  markReplay,
  requireIdempotencyKey,
  route,
  type Caller,
  type Route,
} from '../platform/http/index.ts';
import { confirmPayment, declinePayment, readOwnPayment } from './confirm-payment.ts';
import { createPayment } from './create-payment.ts';
import { describeLink } from './describe-link.ts';
import { describeForApp, describeForPlayers } from './describe-payment.ts';
import { ownApp, type PaymentDeps } from './payment-deps.ts';
import type { Payment } from './payments.store.ts';
import { readChargingApps } from './read-charging-apps.ts';
import { readAllPayments, readOwnPayments, readPaymentsOfApp, streamPayments } from './read-payments.ts';
import { refundPayment } from './refund-payment.ts';
import { cancelPayment, capturePayment, readPaymentOf, voidPayment } from './settle-payment.ts';

export function paymentRoutes(deps: PaymentDeps): Route[] {
  return [...appRoutes(deps), ...playerRoutes(deps), ...adminRoutes(deps)];
}

function appRoutes(deps: PaymentDeps): Route[] {
  const ofApp = async (caller: Caller, params: { client_id: string; id: string }) => ({
    clientId: (await ownApp(deps, caller, params.client_id)).clientId,
    paymentId: params.id,
  });
  return [
    route(operations.createPayment, async ({ caller, params, body, reply }) => {
      const app = await ownApp(deps, caller, params.client_id);
      const { payment, isNew } = await createPayment(deps, app, body);
      if (!isNew) reply.code(200);
      return describeForApp(deps, payment);
    }),
    route(operations.listPayments, async ({ caller, params, query, reply }) => {
      const { clientId } = await ownApp(deps, caller, params.client_id);
      if (query.format !== 'csv') return readPaymentsOfApp(deps, clientId, query);
      reply
        .header('content-disposition', 'attachment; filename="payments.csv"')
        .type('text/csv; charset=utf-8');
      return reply.send(Readable.from(streamPayments(deps, clientId, query)));
    }),
    route(operations.getPayment, async ({ caller, params }) =>
      describeForApp(deps, await readPaymentOf(deps, await ofApp(caller, params))),
    ),
    route(operations.getAppEarnings, async ({ caller, params }) =>
      readEarnings(deps.db, (await ownApp(deps, caller, params.client_id)).clientId),
    ),
    route(operations.capturePayment, async ({ caller, params, body }) => {
      const amount = body.amount === undefined ? null : BigInt(body.amount);
      return describeForApp(deps, await capturePayment(deps, { ...(await ofApp(caller, params)), amount }));
    }),
    route(operations.voidPayment, async ({ caller, params }) =>
      describeForApp(deps, await voidPayment(deps, await ofApp(caller, params))),
    ),
    route(operations.cancelPayment, async ({ caller, params }) =>
      describeForApp(deps, await cancelPayment(deps, await ofApp(caller, params))),
    ),
    route(operations.refundPayment, async ({ caller, params, body, request, reply, ...asked }) => {
      const key = requireIdempotencyKey(request, `refund ${params.id}`);
      const input = {
        ...(await ofApp(caller, params)),
        amount: BigInt(body.amount),
        reason: body.reason ?? null,
      };
      const isApp = caller.type === 'app';
      const by = {
        keys: isApp ? await deps.book.ofApp(caller.clientId) : await deps.book.ofIdentity(caller.identityId),
        actor: isApp ? caller.clientId : caller.pid,
        identityId: isApp ? null : caller.identityId,
        origin: originOf(request),
      };
      const { payment, replayed } = await refundPayment(deps, input, by, key, stepUpOf(asked));
      if (replayed) markReplay(reply);
      return describeForApp(deps, payment);
    }),
  ];
}

function playerRoutes(deps: PaymentDeps): Route[] {
  const shown = async (payment: Payment, identityId: string) =>
    (await describeForPlayers(deps, [payment], identityId))[0]!;
  return [
    route(operations.listOwnPayments, ({ caller, query }) => readOwnPayments(deps, caller.identityId, query)),
    route(operations.listChargingApps, ({ caller }) => readChargingApps(deps, caller.identityId)),
    route(operations.describeMoneyLink, ({ caller, query }) => describeLink(deps, caller.identityId, query)),
    route(operations.getOwnPayment, async ({ caller: { identityId }, params }) =>
      shown(await readOwnPayment(deps, params.id, identityId), identityId),
    ),
    route(operations.confirmPayment, async ({ caller: { identityId }, params, body, ...asked }) => {
      const input = { paymentId: params.id, identityId, expectedTotal: BigInt(body.expectedTotal) };
      return shown(await confirmPayment(deps, input, stepUpOf(asked)), identityId);
    }),
    route(operations.declinePayment, async ({ caller: { identityId }, params }) =>
      shown(await declinePayment(deps, { paymentId: params.id, identityId }), identityId),
    ),
  ];
}

function adminRoutes(deps: PaymentDeps): Route[] {
  return [
    route(operations.listPaymentsAsAdmin, ({ query }) => readAllPayments(deps, query)),
    route(operations.refundPaymentAsAdmin, async ({ caller, params, body, request, reply, ...asked }) => {
      const key = requireIdempotencyKey(request, `refund ${params.id}`);
      const input = {
        paymentId: params.id,
        clientId: null,
        amount: BigInt(body.amount),
        reason: body.reason,
      };
      const by = {
        keys: caller.type === 'user' ? await deps.book.ofIdentity(caller.identityId) : null,
        actor: actorOf(caller),
        identityId: caller.type === 'user' ? caller.identityId : null,
        origin: originOf(request),
      };
      const { payment, replayed } = await refundPayment(deps, input, by, key, stepUpOf(asked));
      if (replayed) markReplay(reply);
      return (await describeForPlayers(deps, [payment], null))[0]!;
    }),
  ];
}
