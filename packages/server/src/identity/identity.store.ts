import { notify, type Queryable, type Tx } from '../platform/db/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';
import { handleOf } from './handle-policy.ts';

export interface Identity {
  readonly id: string;
  readonly pid: string;
  readonly handle: string;
  readonly status: IdentityStatus;
  readonly createdAt: Date;
}

const columns = `id, handle, handle || '@pid' as pid, status, created_at as "createdAt"`;

/**
 * Returns null if the handle is taken. The unique index lets only one of several concurrent inserts succeed;
 * the others wait for its commit.
 */
export async function insertIdentity(
  tx: Tx,
  input: { id: string; handle: string; now: Date },
): Promise<Identity | null> {
  const { rows } = await tx.query<Identity>(
    `insert into identities (id, handle, created_at) values ($1, $2, $3)
     on conflict (handle) do nothing returning ${columns}`,
    [input.id, input.handle, input.now],
  );
  return rows[0] ?? null;
}

export async function findIdentity(db: Queryable, id: string): Promise<Identity | null> {
  const { rows } = await db.query<Identity>(`select ${columns} from identities where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findIdentityByPid(db: Queryable, pid: string): Promise<Identity | null> {
  const { rows } = await db.query<Identity>(`select ${columns} from identities where handle = $1`, [
    handleOf(pid),
  ]);
  return rows[0] ?? null;
}

/** Returns the identities that exist, in no particular order. */
export async function listIdentitiesById(db: Queryable, ids: readonly string[]): Promise<Identity[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<Identity>(`select ${columns} from identities where id = any($1)`, [
    [...new Set(ids)],
  ]);
  return rows;
}

/** Finds identities by the hash of their PID, which the chain uses as the account id. */
export async function listIdentitiesByAccountId(
  db: Queryable,
  accountIds: readonly Uint8Array[],
): Promise<(Identity & { readonly accountId: Buffer })[]> {
  if (accountIds.length === 0) return [];
  const { rows } = await db.query<Identity & { accountId: Buffer }>(
    `select ${columns}, sha256(decode(handle || '@pid', 'escape')) as "accountId" from identities
     where sha256(decode(handle || '@pid', 'escape')) = any($1)`,
    [accountIds.map((id) => Buffer.from(id))],
  );
  return rows;
}

/**
 * Locks the row, so that no other transaction changes the status until this one ends. Rows that reference it
 * can still be added. A stronger lock would deadlock when a sign-in opens a session while the removal of its
 * passkey waits for that sign-in.
 */
export async function lockIdentity(tx: Tx, id: string): Promise<Identity | null> {
  const { rows } = await tx.query<Identity>({
    name: 'lock-identity',
    text: `select ${columns} from identities where id = $1 for no key update`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function takenHandles(db: Queryable, handles: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ handle: string }>(
    'select handle from identities where handle = any($1)',
    [handles],
  );
  return new Set(rows.map((row) => row.handle));
}

/**
 * Changes the status in one conditional statement. Returns null if the current status is not in `from`.
 * Suspension and deletion end all bearers immediately.
 */
export async function changeStatus(
  tx: Tx,
  id: string,
  from: readonly IdentityStatus[],
  to: IdentityStatus,
  now: Date,
): Promise<Identity | null> {
  const { rows } = await tx.query<Identity>(
    `update identities set status = $3, deleted_at = case when $3 = 'deleted' then $4::timestamptz end,
       bearer_epoch = bearer_epoch + case when $3 = 'active' then 0 else 1 end
     where id = $1 and status = any($2) returning ${columns}`,
    [id, from, to, now],
  );
  await notify(tx, 'identity', id);
  return rows[0] ?? null;
}

/** Pages through identities by handle, for administrators. */
export async function listIdentitiesByPrefix(
  db: Queryable,
  prefix: string,
  afterHandle: string | null,
  limit: number,
): Promise<Identity[]> {
  const { rows } = await db.query<Identity>(
    `select ${columns} from identities where handle like $1 and ($2::text is null or handle > $2) order by handle limit $3`,
    [`${prefix.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`, afterHandle, limit],
  );
  return rows;
}
