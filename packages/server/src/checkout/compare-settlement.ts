import { formatRupiah } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import type { SettledLine, SettlementFile } from './read-settlement-file.ts';
import { findBookedPayments, findPaidBetween, type BookedPayment } from './settlement.store.ts';

export interface SettlementReport {
  readonly provider: string;
  readonly payments: number;
  readonly refunds: number;
  /** One sentence each; none when file and books agree. */
  readonly differences: readonly string[];
}

/**
 * Sets a provider's settlement file against our books. Nothing is changed: what differs is for a person to look at. What lies between
 * the first and the last payment of the file and is not in it is a difference as well.
 */
export async function compareSettlement(db: Queryable, file: SettlementFile): Promise<SettlementReport> {
  const byOrder = new Map<string, SettledLine[]>();
  for (const line of file.lines) byOrder.set(line.orderId, [...(byOrder.get(line.orderId) ?? []), line]);
  const booked = await findBookedPayments(db, file.provider, [...byOrder.keys()]);
  const known = new Map(booked.map((payment) => [payment.orderId, payment]));
  const differences = file.unread.map(({ line, reason }) => `line ${line} could not be read: ${reason}`);
  for (const [orderId, lines] of byOrder) {
    const payment = known.get(orderId);
    if (payment) differences.push(...compareOrder(payment, lines));
    else
      differences.push(
        `line ${lines[0]!.line}: order ${orderId} over ${formatRupiah(sumOf(lines, 'payment'))} is not in our books`,
      );
  }
  differences.push(...(await findMissing(db, file, booked)));
  const count = (kind: SettledLine['kind']) => file.lines.filter((line) => line.kind === kind).length;
  return { provider: file.provider, payments: count('payment'), refunds: count('refund'), differences };
}

function compareOrder(payment: BookedPayment, lines: readonly SettledLine[]): string[] {
  const where = `line ${lines[0]!.line}: order ${payment.orderId} (top-up ${payment.topUpId})`;
  const paid = sumOf(lines, 'payment');
  const refunded = sumOf(lines, 'refund');
  const isPaid = payment.paidAt !== null;
  const differences: string[] = [];
  const ours = (isPaid ? payment.total : 0n) + payment.suspended;
  if (paid > 0n && ours === 0n)
    differences.push(
      `${where} was paid by the file, ${formatRupiah(paid)}, and is ${payment.status} in our books`,
    );
  // A top-up with several pages is paid on one of them; which, the names of the payments tell.
  else if (paid > 0n && paid !== ours && payment.orders === 1n)
    differences.push(
      `${where} was paid with ${formatRupiah(paid)} by the file and with ${formatRupiah(ours)} by our books`,
    );
  const named = lines.find(({ kind, paymentId }) => kind === 'payment' && paymentId !== null)?.paymentId;
  if (named && payment.paymentId && named !== payment.paymentId && payment.suspended === 0n)
    differences.push(`${where} is the payment ${named} in the file and ${payment.paymentId} in our books`);
  const oursRefunded = payment.refunded + payment.suspendedReturned;
  if (refunded > oursRefunded || (refunded > 0n && refunded !== oursRefunded))
    differences.push(
      `${where}: the file returned ${formatRupiah(refunded)} to the payer, our books ${formatRupiah(oursRefunded)}`,
    );
  return differences;
}

/** Paid by our books in the time that the file covers, by the payments of it that we know. */
async function findMissing(
  db: Queryable,
  file: SettlementFile,
  booked: readonly BookedPayment[],
): Promise<string[]> {
  const times = booked.flatMap(({ paidAt }) => (paidAt ? [paidAt.getTime()] : [])).toSorted((a, b) => a - b);
  if (times.length < 2) return [];
  const span = { from: new Date(times[0]!), to: new Date(times.at(-1)!) };
  const missing = await findPaidBetween(
    db,
    file.provider,
    span,
    booked.map(({ topUpId }) => topUpId),
  );
  const once = new Map(missing.map((payment) => [payment.topUpId, payment]));
  return [...once.values()].map(
    ({ orderId, topUpId, total }) =>
      `order ${orderId} (top-up ${topUpId}) over ${formatRupiah(total)} was paid by our books and is not in the file`,
  );
}

function sumOf(lines: readonly SettledLine[], kind: SettledLine['kind']): bigint {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0n);
}
