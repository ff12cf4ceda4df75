import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import type { entryTypes } from './money-schemas.ts';
import { parseMoment } from './parse-moment.ts';
import { listEntries, versionRange, type EntryRow, type VersionRange } from './statement.store.ts';

export interface StatementQuery {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Statement {
  readonly accountId: bigint | null;
  readonly holder: 'identity' | 'app';
}

export async function readStatement(db: Queryable, statement: Statement, query: StatementQuery) {
  const limit = query.limit ?? 50;
  const range = await readRange(db, statement, query);
  if (statement.accountId === null) return { items: [], nextCursor: null };
  const rows = await listEntries(db, statement.accountId, range, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.version]);
  return { items: items.map((row) => describeEntry(row, statement.holder)), nextCursor };
}

const chunkRows = 1000;

/** Every entry of the span, in chunks that are read as the client takes them. */
export async function* streamStatement(db: Queryable, statement: Statement, query: StatementQuery) {
  let range = await readRange(db, statement, query);
  while (statement.accountId !== null && range.upTo > range.above) {
    const rows = await listEntries(db, statement.accountId, range, chunkRows);
    if (rows.length === 0) return;
    yield rows.map((row) => describeEntry(row, statement.holder));
    range = { above: range.above, upTo: rows.at(-1)!.version - 1n };
  }
}

async function readRange(db: Queryable, statement: Statement, query: StatementQuery): Promise<VersionRange> {
  const from = query.from === undefined ? null : parseMoment(query.from, 'from');
  const to = query.to === undefined ? null : parseMoment(query.to, 'to');
  const before = decodeCursor(query.cursor, [cursorForms.number])?.[0];
  if (statement.accountId === null) return { above: 0n, upTo: 0n };
  const range = await versionRange(db, statement.accountId, from, to);
  if (before === undefined) return range;
  const next = BigInt(before) - 1n;
  return { above: range.above, upTo: next < range.upTo ? next : range.upTo };
}

export type StatementEntry = ReturnType<typeof describeEntry>;

/** `amount` is what the balance changed by, fees included, so that the balances of a statement add up line by line. */
function describeEntry(row: EntryRow, holder: 'identity' | 'app') {
  const type = entryType(row, holder);
  const paid = type === 'send' || type === 'topup';
  return {
    id: row.id,
    type,
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    ...(row.counterparty && type !== 'topup' && type !== 'refund' ? { counterparty: row.counterparty } : {}),
    ...(paid ? { fee: row.fee } : {}),
    ...(row.app && holder === 'identity' ? { app: row.app } : {}),
    ...(row.note && holder === 'identity' ? { note: row.note } : {}),
    createdAt: row.createdAt.toISOString(),
  };
}

function entryType(row: EntryRow, holder: 'identity' | 'app'): (typeof entryTypes)[number] {
  if (row.postingType === 'send' || row.postingType === 'topup') {
    if (holder === 'app') return 'app_fee';
    return row.postingType === 'topup' ? 'topup' : row.amount < 0n ? 'send' : 'receive';
  }
  // What an administrator takes out of suspense was paid in from outside, as a top-up is; an old account's rest was forfeited into it.
  if (row.postingType === 'suspense_credit') return 'topup';
  return row.postingType === 'suspense' ? 'forfeit' : row.postingType;
}
