import { formatRupiah } from '@pid/contract';
import { clearingEntries, type ClearingEntry } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { SettledLine, SettlementFile } from './read-settlement-file.ts';
import {
  addBookedRefunds,
  addFiledOrders,
  countFiledOrders,
  findFiledOrders,
  listBookedTopUps,
  listOrdersOf,
  streamFiledOrders,
  withFiledOrders,
  type BookedTopUp,
  type FiledOrder,
  type Span,
  type StoredOrder,
} from './settlement.store.ts';

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

const batchMost = 1000;

/**
 * Compares a provider's settlement file with our books of a period and changes nothing; an operator must look at the differences. Yields
 * one sentence per difference. All lines of the file are compared, so a file that covers more than the period gives the same result: a
 * payment shortly before the period may be booked within it.
 */
export function compareSettlement(
  tx: Tx,
  file: SettlementFile,
  span: Span,
  /** Called between two batches with an estimate of the whole work; throws to stop there. */
  onBatch: (done: number, total: number) => void = () => {},
): AsyncGenerator<string, SettlementCounts> {
  return withFiledOrders(tx, compareFile(tx, file, span, onBatch));
}

async function* compareFile(
  tx: Tx,
  file: SettlementFile,
  span: Span,
  onBatch: (done: number, total: number) => void,
): AsyncGenerator<string, SettlementCounts> {
  const counts = { file: { charges: 0, refunds: 0 }, books: { charges: 0, refunds: 0 } };
  for await (const batch of file.batches) {
    const lines: SettledLine[] = [];
    for (const read of batch) {
      if ('reason' in read) yield `line ${read.line} could not be read: ${read.reason}`;
      else {
        lines.push(read);
        counts.file[read.kind === 'charge' ? 'charges' : 'refunds'] += 1;
      }
    }
    if (lines.length > 0) await addFiledOrders(tx, sumLines(lines));
  }

  const filedCount = await countFiledOrders(tx);
  let entryCount = 0;
  for await (const entries of clearingEntries(tx, span.from, span.until)) {
    entryCount += entries.length;
    // About one entry per order.
    onBatch(Math.min(entryCount, filedCount), 2 * filedCount);
    const known = await entriesOf(tx, file.provider, entries);
    const named = known.flatMap(({ orderIds }) => orderIds);
    const filed = new Set((await findFiledOrders(tx, named)).map(({ orderId }) => orderId));
    const refunds = new Map<string, bigint>();
    for (const { entry, orderIds } of known) {
      counts.books[entry.kind === 'charge' ? 'charges' : 'refunds'] += 1;
      const orderId = orderIds.find((each) => filed.has(each));
      if (orderId === undefined) yield sayMissing(entry, orderIds);
      else if (entry.kind === 'refund') refunds.set(orderId, (refunds.get(orderId) ?? 0n) + entry.amount);
    }
    if (refunds.size > 0) await addBookedRefunds(tx, refunds);
  }

  let compared = 0;
  for await (const batch of streamFiledOrders(tx, batchMost)) {
    onBatch(filedCount + compared, 2 * filedCount);
    compared += batch.length;
    yield* compareOrders(tx, file.provider, batch, span);
  }
  return counts;
}

/** One order for all of its lines in a batch. */
function sumLines(lines: readonly SettledLine[]): FiledOrder[] {
  const orders = new Map<string, FiledOrder>();
  for (const { line, kind, orderId, chargeId, amount } of lines) {
    const before = orders.get(orderId) ?? { orderId, line, charged: 0n, refunded: 0n, chargeId: null };
    orders.set(
      orderId,
      kind === 'charge'
        ? { ...before, charged: before.charged + amount, chargeId: before.chargeId ?? chargeId }
        : { ...before, refunded: before.refunded + amount },
    );
  }
  return [...orders.values()];
}

async function* compareOrders(
  tx: Tx,
  provider: string,
  batch: readonly StoredOrder[],
  span: Span,
): AsyncGenerator<string> {
  const orderIds = batch.map(({ orderId }) => orderId);
  const booked = await listBookedTopUps(tx, provider, orderIds, span);
  const byOrder = new Map(booked.flatMap((topUp) => topUp.orderIds.map((orderId) => [orderId, topUp])));
  const filed = new Map(batch.map((order) => [order.orderId, order]));
  const elsewhere = [...byOrder.keys()].filter((orderId) => !filed.has(orderId));
  for (const order of await findFiledOrders(tx, elsewhere)) filed.set(order.orderId, order);
  for (const { orderId, line, charged } of batch) {
    const topUp = byOrder.get(orderId);
    if (!topUp) {
      yield `line ${line}: order ${orderId} for ${formatRupiah(charged)} is not in our books`;
      continue;
    }
    const pages = topUp.orderIds.flatMap((each) => filed.get(each) ?? []);
    // A top-up is compared once, at its first line.
    if (pages.every((page) => page.line >= line)) yield* compareTopUp(orderId, topUp, pages);
  }
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
  filed: readonly StoredOrder[],
): Generator<string> {
  const { received, receivedWithin, returned } = topUp;
  const where = `line ${filed[0]!.line}: order ${orderId} (top-up ${topUp.topUpId})`;
  const charged = filed.reduce((sum, order) => sum + order.charged, 0n);
  const refunded = filed.reduce((sum, order) => sum + order.refunded, 0n);
  const refundedWithin = filed.reduce((sum, order) => sum + order.bookedRefunds, 0n);
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
