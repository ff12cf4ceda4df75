import type { Queryable } from '../platform/db/index.ts';

export interface SealedKey {
  readonly accountId: bigint;
  /** Empty after it was destroyed. */
  readonly bytes: Buffer;
  readonly masterKey: string;
}

export async function readKeys(db: Queryable, accounts: readonly bigint[]): Promise<SealedKey[]> {
  const { rows } = await db.query<SealedKey>({
    name: 'log_account_keys',
    text: 'select account_id as "accountId", sealed_key as bytes, master_key as "masterKey" from log_account_keys where account_id = any($1)',
    values: [accounts],
  });
  return rows;
}

/** Of several concurrent inserts for an account, the first one counts. */
export async function insertKeys(db: Queryable, keys: readonly SealedKey[]): Promise<void> {
  await db.query(
    `insert into log_account_keys (account_id, sealed_key, master_key)
     select * from unnest($1::bigint[], $2::bytea[], $3::text[]) on conflict do nothing`,
    [
      keys.map(({ accountId }) => accountId),
      keys.map(({ bytes }) => bytes),
      keys.map(({ masterKey }) => masterKey),
    ],
  );
}

export async function scheduleDestruction(db: Queryable, accountId: bigint, at: Date): Promise<void> {
  await db.query(
    'update log_account_keys set destroy_at = $2 where account_id = $1 and destroy_at is distinct from $2',
    [accountId, at],
  );
}

/** The apps that were deleted after a moment; all of them without one. */
export async function listDeletedApps(
  db: Queryable,
  since: Date | null,
): Promise<{ readonly clientId: string; readonly deletedAt: Date }[]> {
  const { rows } = await db.query<{ clientId: string; deletedAt: Date }>(
    'select client_id as "clientId", deleted_at as "deletedAt" from app_facts where deleted_at > $1',
    [since ?? '-infinity'],
  );
  return rows;
}

/** Destroys the keys that are due. Returns how many. */
export async function destroyKeys(db: Queryable, now: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `update log_account_keys set sealed_key = '' where account_id in (
       select account_id from log_account_keys where destroy_at <= $1 and sealed_key <> '' limit $2)`,
    [now, most],
  );
  return rowCount ?? 0;
}

export async function countLostAccountKeys(db: Queryable, masterKeys: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) from log_account_keys where sealed_key <> '' and master_key = any($1)`,
    [masterKeys],
  );
  return Number(rows[0]!.count);
}

/**
 * Deletes keys that no master key opens any more, and records which entries they were for. The accounts get new ones for
 * later postings.
 */
export async function dropLostAccountKeys(
  db: Queryable,
  masterKeys: readonly string[],
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<number> {
  const { rowCount } = await db.query(
    `with lost as (
       delete from log_account_keys where account_id in (
         select account_id from log_account_keys where sealed_key <> '' and master_key = any($1) limit $2) returning account_id)
     insert into log_lost_account_keys (account_id, log, size, at)
     select account_id, coalesce(number, 1), coalesce(size, 0), $3 from lost
       left join (select number, size from log_heads order by number desc limit 1) head on true
     on conflict (account_id) do update set log = excluded.log, size = excluded.size, at = excluded.at`,
    [masterKeys, most, now],
  );
  return rowCount ?? 0;
}

/** A key that was lost: it belongs to the entries before `size` in this log, and to all of earlier ones. */
export interface LostKey {
  readonly accountId: bigint;
  readonly log: number;
  readonly size: bigint;
  readonly at: Date;
}

export async function listLostKeys(db: Queryable, accounts: readonly bigint[]): Promise<LostKey[]> {
  const { rows } = await db.query<LostKey>(
    'select account_id as "accountId", log, size, at from log_lost_account_keys where account_id = any($1)',
    [accounts],
  );
  return rows;
}
