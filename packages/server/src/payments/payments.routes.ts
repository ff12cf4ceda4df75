import { operations } from '@pid/contract';
import type { AppOperation } from '@pid/contract/app-roles';
import { originOf } from '../audit/index.ts';
import { optionalAmount, stepUpOf } from '../ledger/index.ts';
import {
  markFound,
  markReplay,
  readIdempotencyKey,
  requireIdempotencyKey,
  route,
  sendDownload,
  type Caller,
  type Route,
} from '../platform/http/index.ts';
import { confirmPayment, declinePayment } from './confirm-payment.ts';
import { createPayment } from './create-payment.ts';
import { describeMoneyLink } from './describe-money-link.ts';
import { describeForApp, describeForPlayers } from './describe-payment.ts';
import { getAppEarnings } from './get-app-earnings.ts';
import { getOwnPayment, getPayment, getPaymentStatus } from './get-payment.ts';
import { getSpending } from './get-spending.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Payment } from './payments.store.ts';
import { listChargingApps } from './list-charging-apps.ts';
import { listOwnPayments, listPayments, listPaymentsAsAdmin } from './list-payments.ts';
import { listItems } from './list-items.ts';
import { refundPayment, refundPaymentAsAdmin } from './refund-payment.ts';
import { describeItem, removeItem, setItem } from './set-item.ts';
import { cancelPayment, capturePayment, voidPayment } from './settle-payment.ts';

export function paymentRoutes(deps: PaymentDeps): Route[] {
  return [...appRoutes(deps), ...playerRoutes(deps), ...adminRoutes(deps)];
}

function appRoutes(deps: PaymentDeps): Route[] {
  const admit = async (caller: Caller, params: { client_id: string }, operation: AppOperation) =>
    (await deps.apps.admit(deps.db, caller, params.client_id, operation)).clientId;
  const onPayment = async (
    caller: Caller,
    params: { client_id: string; id: string },
    operation: AppOperation,
    request: Parameters<typeof originOf>[0],
  ) => ({
    caller,
    clientId: await admit(caller, params, operation),
    paymentId: params.id,
    origin: originOf(request),
  });
  const itemOf = (params: { client_id: string; sku: string }, request: Parameters<typeof originOf>[0]) => ({
    clientId: params.client_id,
    sku: params.sku,
    origin: originOf(request),
  });
  return [
    route(operations.setItem, async ({ caller, params, body, request }) =>
      describeItem(await setItem(deps, caller, { ...itemOf(params, request), item: body })),
    ),
    route(operations.listItems, async ({ caller, params, query }) =>
      listItems(deps, await admit(caller, params, 'listItems'), query),
    ),
    route(operations.removeItem, async ({ caller, params, request }) => {
      await removeItem(deps, caller, itemOf(params, request));
      return { ok: true };
    }),
    route(operations.createPayment, async ({ caller, params, body, request, reply }) => {
      const key = readIdempotencyKey(request, `payment ${params.client_id}`);
      const { payment, isNew } = await createPayment(deps, {
        caller,
        clientId: params.client_id,
        origin: originOf(request),
        input: body,
        key,
      });
      markFound(reply, !isNew);
      markReplay(reply, !isNew && key !== null);
      return describeForApp(deps, payment);
    }),
    route(operations.listPayments, async ({ caller, params, query, reply }) => {
      const clientId = await admit(caller, params, 'listPayments');
      return sendDownload(reply, await listPayments(deps, clientId, query));
    }),
    route(operations.getPayment, async ({ caller, params }) => {
      const clientId = await admit(caller, params, 'getPayment');
      return describeForApp(deps, await getPayment(deps, { clientId, paymentId: params.id }));
    }),
    route(operations.getAppEarnings, ({ caller, params }) => getAppEarnings(deps, caller, params.client_id)),
    route(operations.capturePayment, async ({ caller, params, body, request }) => {
      const action = await onPayment(caller, params, 'capturePayment', request);
      const order = { ...action, amount: optionalAmount(body.amount) };
      return describeForApp(deps, await capturePayment(deps, order));
    }),
    route(operations.voidPayment, async ({ caller, params, request }) => {
      const action = await onPayment(caller, params, 'voidPayment', request);
      return describeForApp(deps, await voidPayment(deps, action));
    }),
    route(operations.cancelPayment, async ({ caller, params, request }) => {
      const action = await onPayment(caller, params, 'cancelPayment', request);
      return describeForApp(deps, await cancelPayment(deps, action));
    }),
    route(operations.refundPayment, async ({ caller, params, body, request, reply, ...asked }) => {
      const key = requireIdempotencyKey(request, `refund ${params.id}`);
      const { payment, replayed } = await refundPayment(deps, caller, {
        ...(await onPayment(caller, params, 'refundPayment', request)),
        amount: BigInt(body.amount),
        reason: body.reason ?? null,
        key,
        stepUp: stepUpOf(asked),
      });
      markReplay(reply, replayed);
      return describeForApp(deps, payment);
    }),
  ];
}

function playerRoutes(deps: PaymentDeps): Route[] {
  const shown = async (payment: Payment, identityId: string) =>
    (await describeForPlayers(deps, [payment], identityId))[0]!;
  return [
    route(operations.listOwnPayments, ({ caller, query }) => listOwnPayments(deps, caller.identityId, query)),
    route(operations.getSpending, ({ caller, query }) => getSpending(deps, caller.identityId, query)),
    route(operations.listChargingApps, ({ caller }) => listChargingApps(deps, caller.identityId)),
    route(operations.describeMoneyLink, ({ caller, query }) =>
      describeMoneyLink(deps, caller.identityId, query),
    ),
    route(operations.getOwnPayment, async ({ caller: { identityId }, params }) =>
      shown(await getOwnPayment(deps, params.id, identityId), identityId),
    ),
    route(operations.getPaymentStatus, ({ params }) => getPaymentStatus(deps, params.id)),
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
    route(operations.listPaymentsAsAdmin, ({ query }) => listPaymentsAsAdmin(deps, query)),
    route(operations.refundPaymentAsAdmin, async ({ caller, params, body, request, reply, ...asked }) => {
      const key = requireIdempotencyKey(request, `refund ${params.id}`);
      const { payment, replayed } = await refundPaymentAsAdmin(deps, caller, {
        paymentId: params.id,
        amount: BigInt(body.amount),
        reason: body.reason,
        origin: originOf(request),
        key,
        stepUp: stepUpOf(asked),
      });
      markReplay(reply, replayed);
      return (await describeForPlayers(deps, [payment], null))[0]!;
    }),
  ];
}
