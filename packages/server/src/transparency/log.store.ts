import type { Queryable, Tx } from '../platform/db/index.ts';

export interface LogHead {
  readonly number: number;
  readonly origin: string;
  readonly previous: string | null;
  readonly place: string;
  readonly size: number;
  readonly root: Buffer;
  readonly checkpoint: string | null;
  readonly backfilled: string;
  readonly backfillUntil: string | null;
}

const headColumns =
  'number, origin, previous, place, size::float8 as size, root, checkpoint, backfilled, backfill_until as "backfillUntil"';

/** The log that is continued; null before the first start. */
export async function readHead(db: Queryable): Promise<LogHead | null> {
  const { rows } = await db.query<LogHead>({
    name: 'log_head',
    text: `select ${headColumns} from log_heads order by number desc limit 1`,
  });
  return rows[0] ?? null;
}

/** A log by its number; null if there is no such log. */
export async function readLog(db: Queryable, number: number): Promise<LogHead | null> {
  const { rows } = await db.query<LogHead>({
    name: 'log_by_number',
    text: `select ${headColumns} from log_heads where number = $1`,
    values: [number],
  });
  return rows[0] ?? null;
}

// An arbitrary number that no other advisory lock of this database uses.
const turnLock = 4_100_022;

/** One node at a time appends. Returns false if another one does. */
export async function tryTurn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    turnLock,
  ]);
  return rows[0]!.mine;
}

/** Waits until no node appends. */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [turnLock]);
}

/**
 * Identifies the database by cluster, database and timeline. A copy from a dump is in another cluster or database; a
 * recovery to a point in time, and the promotion of a standby, begin a timeline.
 */
export async function databasePlace(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ place: string }>({
    name: 'log_place',
    text: `select (select system_identifier from pg_control_system()) || '/' || oid || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as place
      from pg_database where datname = current_database()`,
  });
  return rows[0]!.place;
}

/** Begins a log. Of several nodes that start concurrently, one does. */
export async function insertHead(
  db: Queryable,
  head: Pick<LogHead, 'number' | 'origin' | 'previous' | 'place' | 'root' | 'backfillUntil'> & {
    readonly at: Date;
  },
): Promise<void> {
  await db.query(
    `insert into log_heads (number, origin, previous, place, root, backfill_until, begun_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [head.number, head.origin, head.previous, head.place, head.root, head.backfillUntil, head.at],
  );
}

export async function advanceHead(
  tx: Tx,
  head: Pick<LogHead, 'number' | 'size' | 'root' | 'checkpoint' | 'backfilled'>,
): Promise<void> {
  await tx.query(
    'update log_heads set size = $2, root = $3, checkpoint = $4, backfilled = $5 where number = $1',
    [head.number, head.size, head.root, head.checkpoint, head.backfilled],
  );
}

/** The place of a log whose published entries are lost: no database is there, until `continueLog` finds all of them. */
export const lostPlace = 'lost';

export async function movePlace(db: Queryable, number: number, place: string): Promise<void> {
  await db.query('update log_heads set place = $2 where number = $1', [number, place]);
}

export interface Bundle {
  readonly index: number;
  /** 32 bytes each. */
  readonly entries: Buffer;
  /** 16 bytes each: the ids of the postings. */
  readonly postings: Buffer;
  /** The number of hashes (1 byte) and the hashes of each entry. */
  readonly parts: Buffer;
}

export async function readBundles(db: Queryable, log: number, indexes: readonly number[]): Promise<Bundle[]> {
  const { rows } = await db.query<Bundle>(
    'select index::float8 as index, entries, postings, parts from log_bundles where log = $1 and index = any($2)',
    [log, indexes],
  );
  return rows;
}

/** Whether there are entries of any log. */
export async function hasEntries(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select from log_bundles limit 1');
  return rows.length > 0;
}

/** Where the entries of postings are. Those that are not in the log are missing. */
export async function findPlaces(
  db: Queryable,
  log: number,
  postings: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ posting: string; index: number }>({
    name: 'log_find_places',
    text: 'select posting, index::float8 as index from log_postings where log = $1 and posting = any($2)',
    values: [log, postings],
  });
  return new Map(rows.map(({ posting, index }) => [posting, index]));
}

/** How many postings are listed from an entry on. */
export async function countPlaces(db: Queryable, log: number, from: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::float8 as count from log_postings where log = $1 and index >= $2',
    [log, from],
  );
  return rows[0]!.count;
}

/** The first entry of a log whose posting has this id or a higher one; null if there is none. */
export async function firstEntrySince(db: Queryable, log: number, postingId: string): Promise<number | null> {
  const { rows } = await db.query<{ index: number | null }>(
    'select min(index)::float8 as index from log_postings where log = $1 and posting >= $2',
    [log, postingId],
  );
  return rows[0]!.index;
}

export async function writeBundles(tx: Tx, log: number, bundles: readonly Bundle[]): Promise<void> {
  await tx.query(
    `insert into log_bundles (log, index, entries, postings, parts)
     select $1, * from unnest($2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])
     on conflict (log, index) do update set entries = excluded.entries, postings = excluded.postings, parts = excluded.parts`,
    [
      log,
      bundles.map(({ index }) => index),
      bundles.map(({ entries }) => entries),
      bundles.map(({ postings }) => postings),
      bundles.map(({ parts }) => parts),
    ],
  );
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly hashes: Buffer;
}

export async function readTiles(
  db: Queryable,
  log: number,
  wanted: readonly Omit<Tile, 'hashes'>[],
): Promise<Tile[]> {
  const { rows } = await db.query<Tile>(
    `select t.level, t.index::float8 as index, t.hashes from unnest($2::smallint[], $3::bigint[]) w(level, index)
       join log_tiles t on t.log = $1 and t.level = w.level and t.index = w.index`,
    [log, wanted.map(({ level }) => level), wanted.map(({ index }) => index)],
  );
  return rows;
}

export async function writeTiles(tx: Tx, log: number, tiles: readonly Tile[]): Promise<void> {
  if (tiles.length === 0) return;
  await tx.query(
    `insert into log_tiles (log, level, index, hashes) select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])
     on conflict (log, level, index) do update set hashes = excluded.hashes`,
    [
      log,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ],
  );
}

export interface SignerRow {
  readonly secret: string;
  readonly publicKey: Buffer;
  readonly signsUntil: Date | null;
}

/** The keys that sign a log now, the current one first. */
export async function listSigners(db: Queryable, log: number, now: Date): Promise<SignerRow[]> {
  const { rows } = await db.query<SignerRow>(
    `select secret, public_key as "publicKey", signs_until as "signsUntil" from log_signers
     where log = $1 and (signs_until is null or signs_until > $2) order by signs_until desc nulls first`,
    [log, now],
  );
  return rows;
}

/** The keys that sign a log also sign the one after it. */
export async function copySigners(
  db: Queryable,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: Date },
): Promise<void> {
  await db.query(
    `insert into log_signers (log, secret, public_key, since, signs_until)
     select $2, secret, public_key, $3, signs_until from log_signers where log = $1 and (signs_until is null or signs_until > $3)`,
    [from, to, now],
  );
}

/** All keys that have signed checkpoints of any log of this database. */
export async function listKnownKeys(db: Queryable): Promise<Buffer[]> {
  const { rows } = await db.query<{ key: Buffer }>('select distinct public_key as key from log_signers');
  return rows.map(({ key }) => key);
}

/**
 * Makes a key the current one; the key before it signs until `until`. Both happen in one statement, and repeating it
 * changes nothing, so a log always has a current key.
 */
export async function replaceSigner(
  db: Queryable,
  log: number,
  signer: { readonly secret: string; readonly publicKey: Uint8Array },
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  await db.query(
    `with replaced as (
       update log_signers set signs_until = $5 where log = $1 and signs_until is null and public_key <> $3)
     insert into log_signers (log, secret, public_key, since) values ($1, $2, $3, $4) on conflict do nothing`,
    [log, signer.secret, signer.publicKey, now, until],
  );
}

export async function insertLogAudit(
  db: Queryable,
  run: { readonly since: Date | null; readonly findings: number },
): Promise<void> {
  await db.query('insert into log_audit_runs (since, findings) values ($1, $2)', [run.since, run.findings]);
}

/**
 * The last comparison with the ledger; before the first one, the time at which the log began. The findings include those
 * of the last comparison of all entries, which a later one since a moment cannot see; -1 before the first one.
 */
export async function lastLogAudit(
  db: Queryable,
): Promise<{ readonly at: Date | null; readonly findings: number }> {
  const { rows } = await db.query<{ at: Date | null; findings: number }>(
    `select coalesce(last.at, head.begun_at) as at, coalesce(last.findings + case when last.since is null then 0 else
       coalesce((select findings from log_audit_runs where since is null order by id desc limit 1), 0) end, -1) as findings
     from (select min(begun_at) as begun_at from log_heads) head left join (select * from log_audit_runs order by id desc limit 1) last on true`,
  );
  return rows[0]!;
}
