import type { Queryable } from '../platform/db/index.ts';
import { describeEntry, type StatementEntry } from './get-statement.ts';
import { accountVersion, listEntries, type VersionRange } from './statement.store.ts';

/** What moved on a player's balance, with the entry's number on that account. Numbers have no gap and rise with time. */
interface Move extends StatementEntry {
  readonly version: bigint;
}

/** The number of the last entry; 0 for whoever never had money. */
export async function lastMove(db: Queryable, identityId: string): Promise<bigint> {
  return (await accountVersion(db, identityId))?.version ?? 0n;
}

/** Newest first, as many as `limit` at most, for slices that tell a player of it. */
export async function listMoves(
  db: Queryable,
  identityId: string,
  range: Partial<VersionRange>,
  limit: number,
): Promise<Move[]> {
  const account = await accountVersion(db, identityId);
  if (!account) return [];
  const { above = 0n, upTo = account.version } = range;
  const rows = await listEntries(db, account.id, { above, upTo }, limit);
  return rows.map((row) => ({ ...describeEntry(row, 'identity'), version: row.version }));
}
