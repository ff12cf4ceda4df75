import type { Queryable } from '../platform/db/index.ts';
import { listPaymentRows, type Payment } from './payments.store.ts';

const chunkRows = 1000;

/** Returns every payment that an identity has paid, newest first, without a limit. */
export async function exportPayments(db: Queryable, identityId: string) {
  const all: ReturnType<typeof describe>[] = [];
  for (let beforeId: string | null = null; ;) {
    const rows: Payment[] = await listPaymentRows(db, {
      payerIdentityId: identityId,
      beforeId,
      limit: chunkRows,
    });
    all.push(...rows.map(describe));
    if (rows.length < chunkRows) return all;
    beforeId = rows.at(-1)!.id;
  }
}

/** Amounts are at most 10^12 rupiah plus fees, so numbers hold them. */
function describe(payment: Payment) {
  return {
    id: payment.id,
    app: payment.clientId,
    reference: payment.reference,
    description: payment.description,
    item: payment.item,
    to: payment.to,
    status: payment.status,
    amount: Number(payment.amount),
    fees: { global: Number(payment.globalFee), app: Number(payment.appFee) },
    captured: Number(payment.captured),
    refunded: Number(payment.refunded),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
  };
}
