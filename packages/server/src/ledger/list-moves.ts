import type { Queryable } from '../platform/db/index.ts';
import { describeEntry, type StatementEntry } from './statement-entry.ts';
import { accountVersion, listEntries, type VersionRange } from './statement.store.ts';

/** An entry of a player's account with its number. Numbers have no gaps and ascend with time. */
interface Move extends StatementEntry {
  readonly version: bigint;
}

/** The number of the last entry; 0 if the identity never had money. */
export async function lastMove(db: Queryable, identityId: string): Promise<bigint> {
  return (await accountVersion(db, identityId))?.version ?? 0n;
}

/** Returns at most `limit` entries, newest first, for slices that report them to the player. */
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

const counterpartyMovesMax = 200;

/** Lists the players with whom the identity exchanged money in its newest entries. */
export async function listCounterparties(db: Queryable, identityId: string): Promise<string[]> {
  const moves = await listMoves(db, identityId, {}, counterpartyMovesMax);
  const players = moves.flatMap(({ counterparty }) => (counterparty?.endsWith('@pid') ? [counterparty] : []));
  return [...new Set(players)];
}
