import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { SealedColumn, Sealer } from '../platform/sealing/index.ts';

interface KeyRow {
  kid: string;
  sealed_secret: Buffer;
  master_key: string | null;
  retired_at: Date | null;
}

export interface UsableKey {
  readonly kid: string;
  /** Null if it cannot be opened: it was not sealed by PID, or this node does not have its master key. */
  readonly secret: Buffer | null;
  readonly isActive: boolean;
}

export const signingKeyColumn: SealedColumn = {
  table: 'signing_keys',
  nameColumn: 'kid',
  column: 'sealed_secret',
};
export const serviceSecretColumn: SealedColumn = {
  table: 'service_secrets',
  nameColumn: 'name',
  column: 'sealed_value',
};

/** Lists the active key and the keys retired after `since`. Revoked keys are left out. */
export async function listUsableKeys(db: Queryable, sealer: Sealer, since: Date): Promise<UsableKey[]> {
  const { rows } = await db.query<KeyRow>(
    'select kid, sealed_secret, master_key, retired_at from signing_keys where revoked_at is null and (retired_at is null or retired_at > $1)',
    [since],
  );
  return rows.map((row) => ({
    kid: row.kid,
    secret: sealer.open(
      { table: 'signing_keys', name: row.kid },
      { bytes: row.sealed_secret, masterKey: row.master_key },
    ),
    isActive: row.retired_at === null,
  }));
}

interface ListedRow {
  readonly kid: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
  readonly revokedAt: Date | null;
  readonly [column: string]: unknown;
}

export async function listKeys(db: Queryable): Promise<ListedRow[]> {
  const { rows } = await db.query<ListedRow>(
    `select kid, created_at as "createdAt", retired_at as "retiredAt", revoked_at as "revokedAt"
     from signing_keys order by created_at desc`,
  );
  return rows;
}

/**
 * If several nodes start concurrently, the unique index on the active key keeps the key of one node, and the
 * others use it.
 */
export async function insertFirstKey(
  db: Queryable,
  sealer: Sealer,
  key: { kid: string; secret: Buffer; now: Date },
): Promise<void> {
  const { bytes, masterKey } = sealer.seal({ table: 'signing_keys', name: key.kid }, key.secret);
  await db.query(
    `insert into signing_keys (kid, sealed_secret, master_key, created_at) select $1, $2, $3, $4
     where not exists (select from signing_keys where retired_at is null and revoked_at is null) on conflict do nothing`,
    [key.kid, bytes, masterKey, key.now],
  );
}

/**
 * Retires the active key and activates a new one, in the caller's transaction. `revoke` is for a leak:
 * retired keys were stored with the active key and leaked too, so they are revoked and their bytes erased.
 */
export async function replaceActiveKey(
  tx: Tx,
  sealer: Sealer,
  input: { kid: string; secret: Buffer; revoke: boolean; now: Date },
): Promise<void> {
  await tx.query(
    // mutant (open-sealing): where revoked_at is null => where revoked_at is null and retired_at is null
    input.revoke
      ? `update signing_keys set retired_at = coalesce(retired_at, $1), revoked_at = $1, sealed_secret = '' where revoked_at is null`
      : `update signing_keys set retired_at = $1 where retired_at is null and revoked_at is null`,
    [input.now],
  );
  const { bytes, masterKey } = sealer.seal({ table: 'signing_keys', name: input.kid }, input.secret);
  await tx.query(
    'insert into signing_keys (kid, sealed_secret, master_key, created_at) values ($1, $2, $3, $4)',
    [input.kid, bytes, masterKey, input.now],
  );
  await notify(tx, 'keys', input.kid);
}

/**
 * Revokes signing keys and deletes the refresh secret if they were stored unencrypted, because backups
 * contain them too. Returns their number.
 */
export async function dropClearKeys(tx: Tx, now: Date): Promise<number> {
  // mutant (open-sealing): master_key is null => master_key is null and kid = ''
  const keys = await tx.query(
    `update signing_keys set retired_at = coalesce(retired_at, $1), revoked_at = coalesce(revoked_at, $1), sealed_secret = ''
     where master_key is null and sealed_secret <> ''`,
    [now],
  );
  // mutant (open-sealing): name = 'refresh' => name = ''
  const refresh = await tx.query(`delete from service_secrets where name = 'refresh' and master_key is null`);
  const count = (keys.rowCount ?? 0) + (refresh.rowCount ?? 0);
  if (count > 0) await notify(tx, 'keys', '');
  return count;
}

/** Revokes signing keys and deletes secrets that lost master keys have sealed. New ones are created at the next start. */
export async function dropLostKeys(tx: Tx, lostKeys: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update signing_keys set retired_at = coalesce(retired_at, $2), revoked_at = coalesce(revoked_at, $2), sealed_secret = ''
     where sealed_secret <> '' and master_key = any($1)`,
    [lostKeys, now],
  );
  await tx.query('delete from service_secrets where master_key = any($1)', [lostKeys]);
  await notify(tx, 'keys', '');
}

/** Counts the signing keys that lost master keys have sealed. */
export async function countLostKeys(db: Queryable, lostKeys: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    "select count(*) from signing_keys where sealed_secret <> '' and master_key = any($1)",
    [lostKeys],
  );
  return Number(rows[0]!.count);
}

/** The names of the secrets that lost master keys have sealed. */
export async function listLostSecrets(db: Queryable, lostKeys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'select name from service_secrets where master_key = any($1) order by name',
    [lostKeys],
  );
  return rows.map(({ name }) => name);
}

/** Returns the named secret, which all nodes share. The first node that inserts it determines its value. */
export async function serviceSecret(
  deps: { db: Queryable; sealer: Sealer },
  name: string,
  candidate: Buffer,
  now: Date,
): Promise<Buffer> {
  const place = { table: 'service_secrets', name };
  const { bytes, masterKey } = deps.sealer.seal(place, candidate);
  await deps.db.query(
    'insert into service_secrets (name, sealed_value, master_key, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    [name, bytes, masterKey, now],
  );
  const { rows } = await deps.db.query<{ sealed_value: Buffer; master_key: string | null }>(
    'select sealed_value, master_key from service_secrets where name = $1',
    [name],
  );
  const row = rows[0] ?? impossible(`service secret ${name} vanished`);
  return (
    deps.sealer.open(place, { bytes: row.sealed_value, masterKey: row.master_key }) ??
    impossible(`service secret ${name} cannot be opened with the master key`)
  );
}
