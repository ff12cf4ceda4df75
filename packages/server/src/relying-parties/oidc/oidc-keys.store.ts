import { notify, type Queryable, type Tx } from '../../platform/db/index.ts';

export interface OidcKeyRow {
  kid: string;
  state: 'next' | 'active' | 'retired';
  private_key: Buffer;
}

/** Every key that clients must know: those in use, and those retired after `retiredSince`. */
export async function listPublishedKeys(db: Queryable, retiredSince: Date): Promise<OidcKeyRow[]> {
  const { rows } = await db.query<OidcKeyRow>(
    `select kid, state, private_key from oidc_keys where state in ('next', 'active') or (state = 'retired' and changed_at > $1) order by created_at, kid`,
    [retiredSince],
  );
  return rows;
}

/** Of several nodes that start at once one wins by the unique index; the others keep its key. */
export async function insertKey(
  db: Queryable,
  key: { kid: string; state: 'next' | 'active'; privateKey: Buffer; now: Date },
): Promise<void> {
  await db.query(
    `insert into oidc_keys (kid, state, private_key, created_at, changed_at) values ($1, $2, $3, $4, $4) on conflict do nothing`,
    [key.kid, key.state, key.privateKey, key.now],
  );
}

/** The next key signs from now on. A leak takes the waiting key with it, because both lay in the same place. */
export async function advanceKeys(tx: Tx, revoke: boolean, now: Date): Promise<void> {
  await tx.query(`update oidc_keys set state = $1, changed_at = $2 where state = 'active'`, [
    revoke ? 'revoked' : 'retired',
    now,
  ]);
  await tx.query(`update oidc_keys set state = $1, changed_at = $2 where state = 'next'`, [
    revoke ? 'revoked' : 'active',
    now,
  ]);
  await notify(tx, 'oidc-keys', '');
}
