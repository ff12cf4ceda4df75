import { notify, type Queryable, type Tx } from '../../platform/db/index.ts';
import type { SealedColumn, Sealer } from '../../platform/sealing/index.ts';

export interface OidcKey {
  readonly kid: string;
  readonly state: 'next' | 'active' | 'retired';
  /** Null when it does not open: it is none of ours, or of a master key that this node was not told. */
  readonly privateKey: Buffer | null;
}

export const oidcKeyColumn: SealedColumn = {
  table: 'oidc_keys',
  nameColumn: 'kid',
  column: 'sealed_private_key',
};

/** Every key that clients must know: those in use, and those retired after `retiredSince`. */
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

/** Of several nodes that start at once one wins by the unique index; the others keep its key. */
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

/** The next key signs from now on. A leak takes the waiting and the retired keys with it, because all lay in the same place. */
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

/** Keys that lay in the database in clear lie in its backups too. Others are made when they are asked for. Returns how many went. */
export async function dropClearIdTokenKeys(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update oidc_keys set state = 'revoked', sealed_private_key = '', changed_at = $1 where master_key is null and sealed_private_key <> ''`,
    [now],
  );
  if (rowCount) await notify(tx, 'oidc-keys', '');
  return rowCount ?? 0;
}
