import type { Queryable } from '../platform/db/index.ts';
import { historyOf } from './payment-history.ts';
import { listPaymentRows, listRefunds, type Payment, type Refund } from './payments.store.ts';

const chunkRows = 1000;

/** Returns every payment that an identity has paid with the data of its receipt, newest first, without a limit. */
export async function exportPayments(db: Queryable, identityId: string) {
  const all: ReturnType<typeof describe>[] = [];
  for (let beforeId: string | null = null; ;) {
    const rows: Payment[] = await listPaymentRows(db, {
      payerIdentityId: identityId,
      beforeId,
      limit: chunkRows,
    });
    const refunds = await listRefunds(
      db,
      rows.filter(({ refunded }) => refunded > 0n).map(({ id }) => id),
    );
    all.push(...rows.map((row) => describe(row, refunds.get(row.id) ?? [])));
    if (rows.length < chunkRows) return all;
    beforeId = rows.at(-1)!.id;
  }
}

/** Amounts are at most 10^12 rupiah plus fees, so numbers hold them. */
function describe(payment: Payment, refunds: readonly Refund[]) {
  return {
    id: payment.id,
    app: payment.clientId,
    appName: payment.appName,
    reference: payment.reference,
    description: payment.description,
    item: payment.item,
    to: payment.to,
    allowance: payment.allowanceId,
    status: payment.status,
    amount: Number(payment.amount),
    fees: { global: Number(payment.globalFee), app: Number(payment.appFee) },
    captured: Number(payment.captured),
    refunded: Number(payment.refunded),
    returned: Number(payment.returned),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    history: historyOf(payment, refunds),
  };
}
