import type { Database, Queryable } from '../platform/db/index.ts';
import {
  cursorForms,
  decodeCursor,
  Download,
  encodeCursor,
  pageOf,
  type Caller,
  type UserCaller,
} from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { findBalance, type Holder } from './accounts.store.ts';
import type { AppDirectory } from './app-terms.ts';
import { entryFilter, type EntrySearch } from './filter-entries.ts';
import { parseMoment } from './parse-moment.ts';
import { statementHead, toCsv } from './statement-csv.ts';
import { describeEntry, type StatementEntry } from './statement-entry.ts';
import { listEntries, versionRange, type VersionRange } from './statement.store.ts';

interface StatementDeps extends Needs<'clock' | 'reader'> {
  readonly db: Queryable;
  readonly limits: { readonly timeZone: string };
}

interface FormattedQuery extends StatementQuery {
  readonly format?: 'json' | 'csv';
}

interface StatementQuery extends EntrySearch {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Returns one page, newest first. For CSV, streams every entry at the speed at which the client reads. */
export function getStatement(deps: StatementDeps, caller: UserCaller, query: FormattedQuery) {
  return statementOf(deps, { kind: 'identity', id: caller.identityId }, query);
}

/** Like `getStatement`, for the escrow of an app. */
export async function getAppStatement(
  deps: StatementDeps & { readonly db: Database; readonly apps: AppDirectory },
  caller: Caller,
  clientId: string,
  query: FormattedQuery,
) {
  const app = await deps.apps.admit(deps.db, caller, clientId, 'getAppStatement');
  return statementOf(deps, { kind: 'app', id: app.clientId }, query);
}

async function statementOf(deps: StatementDeps, holder: Holder, query: FormattedQuery) {
  if (query.format === 'csv') {
    const lines = toCsv(streamStatement(deps.reader, holder, query));
    return new Download('statement', 'csv', lines, statementHead);
  }
  return pageOfStatement(isOfPastMonth(deps, query.to) ? deps.reader : deps.db, holder, query);
}

async function pageOfStatement(db: Queryable, holder: Holder, query: StatementQuery) {
  const limit = query.limit ?? 50;
  const span = await readSpan(db, holder, query);
  if (!span) return { items: [], nextCursor: null };
  const isWanted = entryFilter(query);
  if (isWanted) return searchSpan(db, holder, span, limit, isWanted);
  const rows = await listEntries(db, span.accountId, span.range, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.version]);
  return { items: items.map((row) => describeEntry(row, holder.kind)), nextCursor };
}

const settledMillis = 3_600_000;

/**
 * Whether a range ends in a month that has been over for at least an hour. No entries are added to it any
 * more, and a replica has all of them. The state of a payment can be as old as the replica is behind.
 */
function isOfPastMonth(
  { clock, limits }: Pick<StatementDeps, 'clock' | 'limits'>,
  to: string | undefined,
): boolean {
  if (to === undefined) return false;
  const month = new Intl.DateTimeFormat('en-CA', {
    timeZone: limits.timeZone,
    year: 'numeric',
    month: '2-digit',
  });
  return month.format(parseMoment(to, 'to')) < month.format(new Date(clock.nowMillis() - settledMillis));
}

/**
 * Maximum number of rows that one request searches, so that a long statement does not make it slower. The
 * cursor continues the search.
 */
const searchRows = 2000;

async function searchSpan(
  db: Queryable,
  holder: Holder,
  { accountId, range }: Span,
  limit: number,
  isWanted: (entry: StatementEntry) => boolean,
) {
  const rows = await listEntries(db, accountId, range, searchRows);
  const items: StatementEntry[] = [];
  let last = range.above;
  for (const row of rows) {
    if (items.length === limit) break;
    const entry = describeEntry(row, holder.kind);
    if (isWanted(entry)) items.push(entry);
    last = row.version;
  }
  // Entries are numbered without gaps, so more entries remain unless the last one searched is the first of
  // the range.
  return { items, nextCursor: last > range.above + 1n ? encodeCursor([last]) : null };
}

const chunkRows = 1000;

/** Yields every entry of the range, in chunks that are read as the client consumes them. */
export async function* streamStatement(db: Queryable, holder: Holder, query: StatementQuery) {
  const span = await readSpan(db, holder, query);
  if (!span) return;
  const isWanted = entryFilter(query) ?? (() => true);
  const { above } = span.range;
  for (let { upTo } = span.range; upTo > above;) {
    const rows = await listEntries(db, span.accountId, { above, upTo }, chunkRows);
    if (rows.length === 0) return;
    yield rows.map((row) => describeEntry(row, holder.kind)).filter(isWanted);
    upTo = rows.at(-1)!.version - 1n;
  }
}

interface Span {
  readonly accountId: bigint;
  readonly range: VersionRange;
}

/** Returns null if the holder has no account. The query is validated in any case. */
async function readSpan(db: Queryable, holder: Holder, query: StatementQuery): Promise<Span | null> {
  const from = query.from === undefined ? null : parseMoment(query.from, 'from');
  const to = query.to === undefined ? null : parseMoment(query.to, 'to');
  const before = decodeCursor(query.cursor, [cursorForms.number])?.[0];
  const account = await findBalance(db, holder);
  if (!account) return null;
  const range = await versionRange(db, account.id, from, to);
  const next = before === undefined ? range.upTo : BigInt(before) - 1n;
  return {
    accountId: account.id,
    range: { above: range.above, upTo: next < range.upTo ? next : range.upTo },
  };
}
