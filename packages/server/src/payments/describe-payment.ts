import { computeFees } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { PaymentAppTerms, PaymentDeps } from './payment-deps.ts';
import { historyOf } from './payment-history.ts';
import { listRefunds, type Payment } from './payments.store.ts';

interface Fees {
  readonly global: bigint;
  readonly app: bigint;
}

/** The fees of a payment: fixed at the confirmation, or by the current terms while it is open. */
function feesOf(
  { feeRule }: Pick<PaymentDeps, 'feeRule'>,
  payment: Payment,
  terms: PaymentAppTerms | null,
): Fees {
  if (payment.payerIdentityId !== null || !terms) return { global: payment.globalFee, app: payment.appFee };
  const { global, app } = computeFees(feeRule, payment.amount, terms);
  return { global, app: payment.payeeIdentityId === null ? 0n : app };
}

/** Common fields for every viewer. Amounts are at most 10^12 rupiah plus fees, so numbers hold them. */
export function describePayment(
  deps: Pick<PaymentDeps, 'payUrl' | 'feeRule'>,
  payment: Payment,
  terms: PaymentAppTerms | null,
) {
  const { global, app } = feesOf(deps, payment, terms);
  const due = payment.captured > 0n ? payment.captured : payment.amount;
  return {
    id: payment.id,
    clientId: payment.clientId,
    reference: payment.reference,
    status: payment.status,
    amount: Number(payment.amount),
    description: payment.description,
    item: payment.item && { ...payment.item, price: Number(payment.amount) / payment.item.quantity },
    to: payment.to,
    allowance: payment.allowanceId,
    payer: payment.payer,
    fees: { global: Number(global), app: Number(app), total: Number(global + app) },
    total: Number(due + global + app),
    captured: Number(payment.captured),
    refunded: Number(payment.refunded),
    capture: payment.capture,
    payUrl: deps.payUrl(payment.id),
    returnTo: payment.returnTo,
    createdAt: payment.createdAt.toISOString(),
    expiresAt: payment.expiresAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    captureBy: payment.captureBy?.toISOString() ?? null,
  };
}

/**
 * For the app. The fees of an open payment are those of the player it is for, or of a player who has not
 * connected the app.
 */
export async function describeForApp(deps: PaymentDeps, payment: Payment) {
  // The fees of a confirmed payment no longer depend on the terms of the app.
  const terms =
    payment.payerIdentityId === null
      ? await deps.apps.termsFor(deps.db, payment.clientId, payment.askedIdentityId)
      : null;
  return describePayment(deps, payment, terms);
}

/**
 * For players and administrators: adds the app and the refunds. An open payment shows the costs for `viewer`.
 */
export async function describeForPlayers(
  deps: PaymentDeps,
  payments: readonly Payment[],
  viewer: string | null,
  db: Queryable = deps.db,
) {
  const refunds = await listRefunds(
    db,
    payments.filter(({ refunded }) => refunded > 0n).map(({ id }) => id),
  );
  const known = new Map<string, PaymentAppTerms | null>();
  for (const payment of payments)
    if (payment.payerIdentityId === null && !known.has(payment.clientId))
      known.set(payment.clientId, await deps.apps.termsFor(db, payment.clientId, viewer));
  return payments.map((payment) => {
    const refundsOf = refunds.get(payment.id) ?? [];
    return {
      ...describePayment(deps, payment, known.get(payment.clientId) ?? null),
      app: {
        name: payment.appName,
        logoUrl: payment.appLogoUrl,
        cover: payment.appIsVerified ? payment.appCover : null,
        verified: payment.appIsVerified,
        status: payment.appIsActive ? ('active' as const) : ('paused' as const),
        // Before the confirmation the contact is not needed, and showing it would help to collect addresses.
        contact: payment.payerIdentityId === null ? null : payment.appContact,
      },
      origin: payment.returnOrigin,
      returned: Number(payment.returned),
      history: historyOf(payment, refundsOf),
      refunds: refundsOf.map(({ createdAt, ...refund }) => ({
        ...refund,
        createdAt: createdAt.toISOString(),
      })),
    };
  });
}
