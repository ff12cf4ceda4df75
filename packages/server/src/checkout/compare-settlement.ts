import { formatRupiah } from '@pid/contract';
import { clearingEntries, type ClearingEntry } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { SettledLine, SettlementFile } from './read-settlement-file.ts';
import { listBookedTopUps, listOrdersOf, type BookedTopUp, type Span } from './settlement.store.ts';

/** The payments and refunds that each side has. The file may cover more than the period. */
export interface SettlementCounts {
  readonly file: Counts;
  /** Within the period. */
  readonly books: Counts;
}
interface Counts {
  charges: number;
  refunds: number;
}

/** An order according to the file: the sums of its lines. */
interface FiledOrder {
  /** The number of its first line. */
  readonly line: number;
  charged: bigint;
  refunded: bigint;
  chargeId: string | null;
  isCompared: boolean;
}

const batchMost = 1000;

/**
 * Compares a provider's settlement file with our books of a period and changes nothing; an operator must look at the differences. Yields
 * one sentence per difference. All lines of the file are compared, so a file that covers more than the period gives the same result: a
 * payment shortly before the period may be booked within it.
 */
export async function* compareSettlement(
  db: Queryable,
  file: SettlementFile,
  span: Span,
  /** Called between two batches with an estimate of the whole work; throws to stop there. */
  onBatch: (done: number, total: number) => void = () => {},
): AsyncGenerator<string, SettlementCounts> {
  const counts = { file: { charges: 0, refunds: 0 }, books: { charges: 0, refunds: 0 } };
  const orders = new Map<string, FiledOrder>();
  for await (const batch of file.batches) {
    for (const read of batch) {
      if ('reason' in read) yield `line ${read.line} could not be read: ${read.reason}`;
      else {
        addLine(orders, read);
        counts.file[read.kind === 'charge' ? 'charges' : 'refunds'] += 1;
      }
    }
  }

  /** Refunds of the period by top-up. */
  const refunded = new Map<string, bigint>();
  let entryCount = 0;
  for await (const entries of clearingEntries(db, span.from, span.until)) {
    entryCount += entries.length;
    // About one entry per order.
    onBatch(Math.min(entryCount, orders.size), 2 * orders.size);
    for (const { entry, orderIds } of await entriesOf(db, file.provider, entries)) {
      counts.books[entry.kind === 'charge' ? 'charges' : 'refunds'] += 1;
      if (!orderIds.some((orderId) => orders.has(orderId))) yield sayMissing(entry, orderIds);
      else if (entry.kind === 'refund')
        refunded.set(entry.topUpId, (refunded.get(entry.topUpId) ?? 0n) + entry.amount);
    }
  }

  let compared = 0;
  for (const batch of batchesOf(orders.keys())) {
    onBatch(orders.size + compared, 2 * orders.size);
    compared += batch.length;
    const booked = await listBookedTopUps(db, file.provider, batch, span);
    const byOrder = new Map(booked.flatMap((topUp) => topUp.orderIds.map((orderId) => [orderId, topUp])));
    for (const orderId of batch) {
      const order = orders.get(orderId)!;
      const topUp = byOrder.get(orderId);
      if (!topUp)
        yield `line ${order.line}: order ${orderId} for ${formatRupiah(order.charged)} is not in our books`;
      else if (!order.isCompared) {
        const filed = topUp.orderIds.flatMap((each) => orders.get(each) ?? []);
        for (const each of filed) each.isCompared = true;
        yield* compareTopUp(orderId, topUp, filed, refunded.get(topUp.topUpId) ?? 0n);
      }
    }
  }
  return counts;
}

function addLine(orders: Map<string, FiledOrder>, { line, kind, orderId, chargeId, amount }: SettledLine) {
  let order = orders.get(orderId);
  if (!order)
    orders.set(orderId, (order = { line, charged: 0n, refunded: 0n, chargeId: null, isCompared: false }));
  if (kind === 'charge') {
    order.charged += amount;
    order.chargeId ??= chargeId;
  } else order.refunded += amount;
}

/** Leaves out entries of other providers. */
async function entriesOf(db: Queryable, provider: string, entries: readonly ClearingEntry[]) {
  const known = await listOrdersOf(
    db,
    provider,
    entries.map(({ topUpId }) => topUpId),
  );
  const byTopUp = new Map(known.map(({ topUpId, orderIds }) => [topUpId, orderIds]));
  return entries.flatMap((entry) => {
    const orderIds = byTopUp.get(entry.topUpId);
    return orderIds ? [{ entry, orderIds }] : [];
  });
}

function sayMissing({ kind, topUpId, amount, at }: ClearingEntry, orderIds: readonly string[]): string {
  const what = `order ${orderIds[0] ?? topUpId} (top-up ${topUpId})`;
  const when = `booked at ${at.toISOString()}`;
  return kind === 'charge'
    ? `${what} for ${formatRupiah(amount)} was paid according to our books (${when}), but is not in the file`
    : `${what}: a refund of ${formatRupiah(amount)} is in our books (${when}), but not in the file`;
}

/** The lines of all pages of a top-up count together, because it may have been paid on any of them. */
function* compareTopUp(
  orderId: string,
  topUp: BookedTopUp,
  filed: readonly FiledOrder[],
  refundedWithin: bigint,
): Generator<string> {
  const { received, receivedWithin, returned } = topUp;
  const where = `line ${filed[0]!.line}: order ${orderId} (top-up ${topUp.topUpId})`;
  const charged = filed.reduce((sum, order) => sum + order.charged, 0n);
  const refunded = filed.reduce((sum, order) => sum + order.refunded, 0n);
  if (charged > 0n && received === 0n)
    yield `${where} was paid according to the file, ${formatRupiah(charged)}, but is ${topUp.status} in our books`;
  else if (charged === 0n && receivedWithin > 0n)
    yield `${where} was paid with ${formatRupiah(receivedWithin)} according to our books, but the file has no payment for it`;
  // Of a top-up that was paid twice, the file may contain only the payment of its period.
  else if (charged !== received && charged !== receivedWithin)
    yield `${where} was paid with ${formatRupiah(charged)} according to the file, but with ${formatRupiah(receivedWithin || received)} according to our books`;
  const named = filed.find(({ chargeId }) => chargeId !== null)?.chargeId;
  if (named && topUp.chargeId && named !== topUp.chargeId && !topUp.isPaidTwice)
    yield `${where} is charge ${named} in the file, but ${topUp.chargeId} in our books`;
  // The file may lack refunds from before and after the period, and contain some of them.
  if (refunded > returned || refunded < refundedWithin)
    yield `${where}: refunds are ${formatRupiah(refunded)} in the file, but ${formatRupiah(refundedWithin || returned)} in our books`;
}

function* batchesOf(orderIds: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const orderId of orderIds) {
    batch.push(orderId);
    if (batch.length < batchMost) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
