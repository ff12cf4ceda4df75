import { notify, type Queryable, type Tx } from '../../platform/db/index.ts';
import type { SealedColumn, Sealer } from '../../platform/sealing/index.ts';

export interface OidcKey {
  readonly kid: string;
  readonly state: 'next' | 'active' | 'retired';
  /** Null if it cannot be opened: it was not sealed by PID, or this node does not have its master key. */
  readonly privateKey: Buffer | null;
}

export const oidcKeyColumn: SealedColumn = {
  table: 'oidc_keys',
  nameColumn: 'kid',
  column: 'sealed_private_key',
};

/**
 * Lists every key that clients must know: the active and next keys, and the keys retired after
 * `retiredSince`.
 */
export async function listPublishedKeys(
  db: Queryable,
  sealer: Sealer,
  retiredSince: Date,
): Promise<OidcKey[]> {
  const { rows } = await db.query<{
    kid: string;
    state: OidcKey['state'];
    sealed_private_key: Buffer;
    master_key: string | null;
  }>(
    `select kid, state, sealed_private_key, master_key from oidc_keys where state in ('next', 'active') or (state = 'retired' and changed_at > $1) order by created_at, kid`,
    [retiredSince],
  );
  return rows.map(({ kid, state, sealed_private_key: bytes, master_key: masterKey }) => ({
    kid,
    state,
    privateKey: sealer.open({ table: 'oidc_keys', name: kid }, { bytes, masterKey }),
  }));
}

/** True if one of the keys belongs to this database. */
export async function hasIdTokenKey(db: Queryable, kids: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query('select from oidc_keys where kid = any($1) limit 1', [kids]);
  return rowCount === 1;
}

/** If several nodes start concurrently, the unique index keeps the key of one node, and the others use it. */
export async function insertKey(
  db: Queryable,
  sealer: Sealer,
  key: { kid: string; state: 'next' | 'active'; privateKey: Buffer; now: Date },
): Promise<void> {
  const { bytes, masterKey } = sealer.seal({ table: 'oidc_keys', name: key.kid }, key.privateKey);
  await db.query(
    `insert into oidc_keys (kid, state, sealed_private_key, master_key, created_at, changed_at) values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [key.kid, key.state, bytes, masterKey, key.now],
  );
}

/**
 * Makes the next key the active one. `revoke` withdraws the next and retired keys too, because all keys were
 * stored in the same place.
 */
export async function advanceKeys(tx: Tx, revoke: boolean, now: Date): Promise<void> {
  // mutant (relying-parties/oidc/oidc.test): state <> 'revoked' => state = 'active'
  if (revoke) {
    await tx.query(
      `update oidc_keys set state = 'revoked', sealed_private_key = '', changed_at = $1 where state <> 'revoked'`,
      [now],
    );
  } else {
    await tx.query(`update oidc_keys set state = 'retired', changed_at = $1 where state = 'active'`, [now]);
    await tx.query(`update oidc_keys set state = 'active', changed_at = $1 where state = 'next'`, [now]);
  }
  await notify(tx, 'oidc-keys', '');
}

/**
 * Revokes keys that were stored unencrypted, because backups contain them too. New keys are created on first
 * use. Returns the number of revoked keys.
 */
export async function dropClearIdTokenKeys(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update oidc_keys set state = 'revoked', sealed_private_key = '', changed_at = $1 where master_key is null and sealed_private_key <> ''`,
    [now],
  );
  if (rowCount) await notify(tx, 'oidc-keys', '');
  return rowCount ?? 0;
}

/** Revokes keys that lost master keys have sealed. New keys are created on first use. */
export async function dropLostIdTokenKeys(tx: Tx, lostKeys: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update oidc_keys set state = 'revoked', sealed_private_key = '', changed_at = $2
     where sealed_private_key <> '' and master_key = any($1)`,
    [lostKeys, now],
  );
  await notify(tx, 'oidc-keys', '');
}
