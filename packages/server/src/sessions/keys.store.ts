import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';

export interface KeyRow {
  kid: string;
  secret: Buffer;
  created_at: Date;
  retired_at: Date | null;
  revoked_at: Date | null;
}

/** Every key that may still verify something issued before `since`. */
export async function listUsableKeys(db: Queryable, since: Date): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    'select kid, secret, created_at, retired_at, revoked_at from signing_keys where revoked_at is null and (retired_at is null or retired_at > $1)',
    [since],
  );
  return rows;
}

/** Of several nodes that start at once one wins by the unique index on the active key; the others keep its key. */
export async function insertFirstKey(db: Queryable, kid: string, secret: Buffer, now: Date): Promise<void> {
  await db.query(
    `insert into signing_keys (kid, secret, created_at) select $1, $2, $3
     where not exists (select from signing_keys where retired_at is null and revoked_at is null) on conflict do nothing`,
    [kid, secret, now],
  );
}

/** Retires (or revokes) the active key and activates a new one, in the caller's transaction. */
export async function replaceActiveKey(
  tx: Tx,
  input: { kid: string; secret: Buffer; revoke: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `update signing_keys set retired_at = $1, revoked_at = case when $2 then $1::timestamptz end where retired_at is null and revoked_at is null`,
    [input.now, input.revoke],
  );
  await tx.query('insert into signing_keys (kid, secret, created_at) values ($1, $2, $3)', [
    input.kid,
    input.secret,
    input.now,
  ]);
  await notify(tx, 'keys', input.kid);
}

/** Reads the named secret, made once for all nodes: whoever inserts first decides it. */
export async function serviceSecret(
  db: Queryable,
  name: string,
  candidate: Buffer,
  now: Date,
): Promise<Buffer> {
  await db.query(
    'insert into service_secrets (name, value, created_at) values ($1, $2, $3) on conflict do nothing',
    [name, candidate, now],
  );
  const { rows } = await db.query<{ value: Buffer }>('select value from service_secrets where name = $1', [
    name,
  ]);
  return rows[0]?.value ?? impossible(`service secret ${name} vanished`);
}
