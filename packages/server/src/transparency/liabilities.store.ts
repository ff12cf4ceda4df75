import type { Queryable, Tx } from '../platform/db/index.ts';
import { slices } from './grow-tree.ts';

export interface LiabilityDay {
  /** Such as 2026-11-18, UTC. */
  readonly date: string;
  readonly at: Date;
  readonly total: bigint;
  readonly root: Buffer;
  readonly count: number;
  readonly checkpoint: string | null;
  readonly signature: string | null;
  readonly slot: bigint | null;
  /** What the relayer has written. */
  readonly memo: string | null;
  /** The numbers of the last entries of our own accounts. Null for a tree of an earlier release. */
  readonly ownVersions: Readonly<Record<string, string>> | null;
}

export type NewDay = Omit<LiabilityDay, 'signature' | 'slot' | 'memo'>;

const dayColumns = `to_char(date, 'YYYY-MM-DD') as date, at, total, root, count, checkpoint, anchor_signature as signature, anchor_slot as slot, anchor_memo as memo, own_versions as "ownVersions"`;

/** The last daily trees, newest first. */
export async function listDays(db: Queryable, limit: number): Promise<LiabilityDay[]> {
  const { rows } = await db.query<LiabilityDay>({
    name: 'liability_days',
    text: `select ${dayColumns} from liability_days order by liability_days.date desc limit $1`,
    values: [limit],
  });
  return rows;
}

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]!.at;
}

const buildLock = 4_100_023;

/**
 * One node at a time builds the tree. Returns false if another one does, or the day has a tree. Building takes longer
 * than the timeouts of ordinary transactions: a statement can be slow, and the node computes between statements.
 */
export async function tryBuild(tx: Tx, date: string): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock($1) and not exists (select from liability_days where date = $2) as mine`,
    [buildLock, date],
  );
  await tx.query(
    "select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
  );
  return rows[0]!.mine;
}

export async function insertDay(tx: Tx, day: NewDay): Promise<void> {
  await tx.query(
    'insert into liability_days (date, at, total, root, count, checkpoint, own_versions) values ($1, $2, $3, $4, $5, $6, $7)',
    [day.date, day.at, day.total, day.root, day.count, day.checkpoint, day.ownVersions],
  );
}

export async function insertTiles(
  tx: Tx,
  date: string,
  level: number,
  tiles: readonly { readonly index: number; readonly nodes: Buffer }[],
): Promise<void> {
  await tx.query(
    'insert into liability_tiles (date, level, index, nodes) select $1, $2, * from unnest($3::int[], $4::bytea[])',
    [date, level, tiles.map(({ index }) => index), tiles.map(({ nodes }) => nodes)],
  );
}

/** Account, number of the leaf, amount. */
export const leafRowBytes = 20;

/** Up to 256 accounts by id. */
export interface LeafRow {
  readonly firstAccount: bigint;
  /** 20 bytes each. */
  readonly leaves: Buffer;
  /** The number of the last entry, 8 bytes each. */
  readonly versions: Buffer;
}

export async function insertLeaves(tx: Tx, date: string, rows: readonly LeafRow[]): Promise<void> {
  await tx.query(
    'insert into liability_accounts (date, first_account, leaves, versions) select $1, * from unnest($2::bigint[], $3::bytea[], $4::bytea[])',
    [
      date,
      rows.map(({ firstAccount }) => firstAccount),
      rows.map(({ leaves }) => leaves),
      rows.map(({ versions }) => versions),
    ],
  );
}

/** The amounts of the accounts with ids above `after`, in order. */
export async function listLeaves(
  db: Queryable,
  date: string,
  after: bigint,
  rowsMax: number,
): Promise<{ readonly id: bigint; readonly owed: bigint; readonly version: bigint }[]> {
  const { rows } = await db.query<LeafRow>(
    'select leaves, versions from liability_accounts where date = $1 and first_account > $2 order by first_account limit $3',
    [date, after, rowsMax],
  );
  return rows.flatMap(({ leaves, versions }) =>
    slices(leaves, leafRowBytes).map((leaf, index) => ({
      id: leaf.readBigInt64BE(0),
      owed: leaf.readBigUInt64BE(12),
      version: versions.readBigInt64BE(index * 8),
    })),
  );
}

/** Deletes the trees of earlier days. Their roots and totals stay. */
export async function dropTrees(db: Queryable, before: string): Promise<void> {
  await db.query('delete from liability_tiles where date < $1', [before]);
  await db.query('delete from liability_accounts where date < $1', [before]);
}

/** The 256 leaves by account among which an account must be; null if there is no such row. */
export async function findLeaves(db: Queryable, date: string, account: bigint): Promise<Buffer | null> {
  const { rows } = await db.query<{ leaves: Buffer }>(
    'select leaves from liability_accounts where date = $1 and first_account <= $2 order by first_account desc limit 1',
    [date, account],
  );
  return rows[0]?.leaves ?? null;
}

export async function readSumTiles(
  db: Queryable,
  date: string,
  wanted: readonly { readonly level: number; readonly index: number }[],
): Promise<{ level: number; nodes: Buffer }[]> {
  const { rows } = await db.query<{ level: number; nodes: Buffer }>(
    `select t.level, t.nodes from unnest($2::smallint[], $3::int[]) w(level, index)
       join liability_tiles t on t.date = $1 and t.level = w.level and t.index = w.index`,
    [date, wanted.map(({ level }) => level), wanted.map(({ index }) => index)],
  );
  return rows;
}

/**
 * Takes the turn to anchor one of the last seven trees, for five minutes by the clock of the database; null if all are
 * anchored, or other nodes are doing it.
 */
export async function claimAnchor(db: Queryable): Promise<LiabilityDay | null> {
  const { rows } = await db.query<LiabilityDay>(
    `update liability_days set anchoring_until = clock_timestamp() + interval '5 minutes' where date = (
         select d.date from (select * from liability_days order by date desc limit 7) d
         where d.anchor_memo is null and coalesce(d.anchoring_until, '-infinity') <= clock_timestamp() order by d.date desc limit 1)
       and anchor_memo is null and coalesce(anchoring_until, '-infinity') <= clock_timestamp() returning ${dayColumns}`,
  );
  return rows[0] ?? null;
}

export async function recordAnchor(
  db: Queryable,
  date: string,
  anchor: { readonly signature: string; readonly slot: bigint; readonly memo: string },
): Promise<void> {
  await db.query(
    'update liability_days set anchor_signature = $2, anchor_slot = $3, anchor_memo = $4 where date = $1 and anchor_memo is null',
    [date, anchor.signature, anchor.slot, anchor.memo],
  );
}

export interface Reserves {
  readonly amount: bigint;
  readonly source: string;
  readonly at: Date;
}

/** What the operator has entered, newest first. */
export async function listReserves(db: Queryable, limit: number): Promise<Reserves[]> {
  const { rows } = await db.query<Reserves>(
    'select amount, source, at from reserves order by at desc, id desc limit $1',
    [limit],
  );
  return rows;
}

/** Records what the operator holds. Entries are permanent; the newest one counts. */
export async function insertReserves(
  db: Queryable,
  { amount, source, at, by }: Reserves & { readonly by: string },
): Promise<void> {
  await db.query('insert into reserves (amount, source, at, entered_by) values ($1, $2, $3, $4)', [
    amount,
    source,
    at,
    by,
  ]);
}

/** Seconds since the last daily tree, by the clock of the database; before the first one, since the log began. */
export async function treeAgeSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(greatest(extract(epoch from clock_timestamp() - coalesce(max(at), (select min(begun_at) from log_heads))), 0), 0)::float8
       as seconds from liability_days`,
  );
  return rows[0]!.seconds;
}
