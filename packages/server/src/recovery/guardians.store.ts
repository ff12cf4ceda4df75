import type { Guardian } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface NamedGuardian {
  readonly kind: Guardian['kind'];
  /** The public key, or the account id of a player. */
  readonly key: Buffer;
}

/**
 * Replaces the known policy with the one on the chain. A guardian who had left and is named again is a
 * guardian again.
 */
export async function replaceGuardians(
  tx: Tx,
  identityId: string,
  guardians: readonly NamedGuardian[],
): Promise<void> {
  await tx.query('delete from recovery_guardians where identity_id = $1', [identityId]);
  await tx.query(
    `insert into recovery_guardians (identity_id, place, kind, key)
     select $1, place - 1, kind, key from unnest($2::text[], $3::bytea[]) with ordinality as of_policy (kind, key, place)`,
    [identityId, guardians.map(({ kind }) => kind), guardians.map(({ key }) => key)],
  );
}

/** The known guardians of several policies, in the order of their places. */
export async function listGuardians(
  db: Queryable,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownGuardian[]>> {
  const { rows } = await db.query<KnownGuardian & { identity_id: string }>(
    `select identity_id, kind, key, left_at as "leftAt" from recovery_guardians where identity_id = any($1) order by identity_id, place`,
    [identityIds],
  );
  const known = new Map<string, KnownGuardian[]>();
  for (const { identity_id, ...guardian } of rows)
    known.set(identity_id, [...(known.get(identity_id) ?? []), guardian]);
  return known;
}

export interface KnownGuardian extends NamedGuardian {
  readonly leftAt: Date | null;
}

/**
 * Owners whose policy names this player, without those the player has left. Owners with an open recovery come
 * first, so that many strangers cannot push them off the list.
 */
export async function listOwnersGuardedBy(db: Queryable, accountId: Uint8Array): Promise<string[]> {
  const { rows } = await db.query<{ identityId: string }>(
    `select g.identity_id as "identityId" from recovery_guardians g where g.kind = 'account' and g.key = $1 and g.left_at is null
     order by exists (select from recovery_attempts a where a.identity_id = g.identity_id and a.state = 'open') desc, g.identity_id limit 100`,
    [Buffer.from(accountId)],
  );
  return rows.map(({ identityId }) => identityId);
}

/** Leaves one owner, or all owners if null. Returns the owners that this statement has left. */
export async function leaveGuardianships(
  tx: Tx,
  accountId: Uint8Array,
  owner: string | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await tx.query<{ identityId: string }>(
    `update recovery_guardians set left_at = $3 where kind = 'account' and key = $1 and ($2::uuid is null or identity_id = $2) and left_at is null
     returning identity_id as "identityId"`,
    [Buffer.from(accountId), owner, now],
  );
  return rows.map(({ identityId }) => identityId);
}

export async function hasLeft(db: Queryable, identityId: string, accountId: Uint8Array): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from recovery_guardians where identity_id = $1 and kind = 'account' and key = $2 and left_at is not null`,
    [identityId, Buffer.from(accountId)],
  );
  return rowCount === 1;
}

export async function isGuardianKey(
  db: Queryable,
  identityId: string,
  compressedKey: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from recovery_guardians where identity_id = $1 and kind = 'passkey' and key = $2`,
    [identityId, compressedKey],
  );
  return rowCount === 1;
}

/** Returns those of `pids` that belong to active identities. */
export async function listActivePids(db: Queryable, pids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ pid: string }>(
    `select pid from identity_facts where pid = any($1) and status = 'active'`,
    [pids],
  );
  return new Set(rows.map(({ pid }) => pid));
}
