import { formatRupiah } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import type { SettledLine, SettlementFile } from './read-settlement-file.ts';
import { listBookedCharges, listPaidBetween, type BookedCharge } from './settlement.store.ts';

export interface SettlementReport {
  readonly provider: string;
  readonly charges: number;
  readonly refunds: number;
  /** One sentence per difference; empty if the file and the books agree. */
  readonly differences: readonly string[];
}

/**
 * Compares a provider's settlement file with our books and changes nothing; an operator must look at the differences. A charge in our
 * books between the first and the last charge of the file that the file does not list is a difference too.
 */
export async function compareSettlement(db: Queryable, file: SettlementFile): Promise<SettlementReport> {
  const byOrder = new Map<string, SettledLine[]>();
  for (const line of file.lines) byOrder.set(line.orderId, [...(byOrder.get(line.orderId) ?? []), line]);
  const booked = await listBookedCharges(db, file.provider, [...byOrder.keys()]);
  const known = new Map(booked.map((charge) => [charge.orderId, charge]));
  const differences = file.unread.map(({ line, reason }) => `line ${line} could not be read: ${reason}`);
  for (const [orderId, lines] of byOrder) {
    const charge = known.get(orderId);
    if (charge) differences.push(...compareOrder(charge, lines));
    else
      differences.push(
        `line ${lines[0]!.line}: order ${orderId} for ${formatRupiah(sumOf(lines, 'charge'))} is not in our books`,
      );
  }
  differences.push(...(await findMissing(db, file, booked)));
  const count = (kind: SettledLine['kind']) => file.lines.filter((line) => line.kind === kind).length;
  return { provider: file.provider, charges: count('charge'), refunds: count('refund'), differences };
}

function compareOrder(charge: BookedCharge, lines: readonly SettledLine[]): string[] {
  const where = `line ${lines[0]!.line}: order ${charge.orderId} (top-up ${charge.topUpId})`;
  const paid = sumOf(lines, 'charge');
  const refunded = sumOf(lines, 'refund');
  const isPaid = charge.paidAt !== null;
  const differences: string[] = [];
  const ours = (isPaid ? charge.total : 0n) + charge.suspended;
  if (paid > 0n && ours === 0n)
    differences.push(
      `${where} was paid according to the file, ${formatRupiah(paid)}, but is ${charge.status} in our books`,
    );
  // A top-up with several pages was paid on one of them; the payment ids tell which.
  else if (paid > 0n && paid !== ours && charge.orders === 1n)
    differences.push(
      `${where} was paid with ${formatRupiah(paid)} according to the file, but with ${formatRupiah(ours)} according to our books`,
    );
  const named = lines.find(({ kind, chargeId }) => kind === 'charge' && chargeId !== null)?.chargeId;
  if (named && charge.chargeId && named !== charge.chargeId && charge.suspended === 0n)
    differences.push(`${where} is charge ${named} in the file, but ${charge.chargeId} in our books`);
  const oursRefunded = charge.refunded + charge.suspendedReturned;
  if (refunded > oursRefunded || (refunded > 0n && refunded !== oursRefunded))
    differences.push(
      `${where}: refunds are ${formatRupiah(refunded)} in the file, but ${formatRupiah(oursRefunded)} in our books`,
    );
  return differences;
}

/** Finds payments that our books have but the file lacks, within the period of the file's known payments. */
async function findMissing(
  db: Queryable,
  file: SettlementFile,
  booked: readonly BookedCharge[],
): Promise<string[]> {
  const times = booked.flatMap(({ paidAt }) => (paidAt ? [paidAt.getTime()] : [])).toSorted((a, b) => a - b);
  if (times.length < 2) return [];
  const span = { from: new Date(times[0]!), to: new Date(times.at(-1)!) };
  const missing = await listPaidBetween(
    db,
    file.provider,
    span,
    booked.map(({ topUpId }) => topUpId),
  );
  const once = new Map(missing.map((charge) => [charge.topUpId, charge]));
  return [...once.values()].map(
    ({ orderId, topUpId, total }) =>
      `order ${orderId} (top-up ${topUpId}) for ${formatRupiah(total)} was paid according to our books, but is not in the file`,
  );
}

function sumOf(lines: readonly SettledLine[], kind: SettledLine['kind']): bigint {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0n);
}
