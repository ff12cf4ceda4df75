import type { Queryable, Tx } from '../../platform/db/index.ts';

type PasskeyStatus = 'pending' | 'active' | 'revoked';

export interface Passkey {
  readonly id: string;
  readonly identityId: string;
  /** The WebAuthn credential id in unpadded base64url. */
  readonly credentialId: string;
  readonly status: PasskeyStatus;
  readonly name: string;
  readonly compressedKey: Buffer;
  readonly coseKey: Buffer;
  readonly rpIdHash: Buffer;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
  /** The email address of the provider login with which it was registered, while that login is linked. */
  readonly email: string;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly lastUsedAt: Date;
  readonly lastLoginAt: Date;
  /** The time of its first signature for us; null if its key is not proven yet. */
  readonly provenAt: Date | null;
  /**
   * From this time on it can confirm step-up, approvals and deletion; before, it can only sign in. Null while
   * it is pending.
   */
  readonly countsFrom: Date | null;
  readonly revokedAt: Date | null;
  /**
   * A recovery without an on-chain policy replaced it while it controlled the wallet: it gives no access
   * here, but it can still move the wallet.
   */
  readonly isLost: boolean;
}

/** A row as read from the database; `toPasskey` converts bytes to text and the counter to a number. */
type PasskeyRow = Omit<Passkey, 'credentialId' | 'counter'> & {
  readonly credentialId: Buffer;
  readonly counter: bigint;
};

const selectPasskeys = `select p.id, p.identity_id as "identityId", p.credential_id as "credentialId", p.status, p.name, p.compressed_key as "compressedKey",
  p.cose_key as "coseKey", p.rp_id_hash as "rpIdHash", p.counter, p.backup_eligible as "backupEligible", p.backed_up as "backedUp", p.transports,
  coalesce(l.email, '') as email, p.created_at as "createdAt", p.activated_at as "activatedAt", p.last_used_at as "lastUsedAt",
  p.last_login_at as "lastLoginAt", p.proven_at as "provenAt", p.counts_from as "countsFrom", p.revoked_at as "revokedAt",
  coalesce(p.revoked_reason = 'lost', false) as "isLost"
  from passkeys p left join provider_logins l on l.id = p.registered_login_id`;

function toPasskey({ credentialId, counter, ...row }: PasskeyRow): Passkey {
  return { ...row, credentialId: credentialId.toString('base64url'), counter: Number(counter) };
}

/** Fields that are set after the insertion. */
type Later =
  | 'email'
  | 'createdAt'
  | 'activatedAt'
  | 'lastUsedAt'
  | 'lastLoginAt'
  | 'provenAt'
  | 'revokedAt'
  | 'isLost';

export type NewPasskey = Omit<Passkey, 'status' | Later> & {
  readonly status: 'pending' | 'active';
  readonly registeredLoginId: string | null;
  readonly now: Date;
};

/**
 * Returns false if the credential id is already registered by any identity; the unique index decides between
 * concurrent calls.
 */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into passkeys (id, identity_id, credential_id, status, name, compressed_key, cose_key, rp_id_hash, counter, backup_eligible,
       backed_up, transports, registered_login_id, created_at, last_used_at, last_login_at, activated_at, counts_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14, case when $4 = 'active' then $14::timestamptz end, $15)
     on conflict (credential_id) do nothing`,
    [
      passkey.id,
      passkey.identityId,
      Buffer.from(passkey.credentialId, 'base64url'),
      passkey.status,
      passkey.name,
      passkey.compressedKey,
      passkey.coseKey,
      passkey.rpIdHash,
      passkey.counter,
      passkey.backupEligible,
      passkey.backedUp,
      passkey.transports,
      passkey.registeredLoginId,
      passkey.now,
      passkey.countsFrom,
    ],
  );
  return rowCount === 1;
}

/** Lists all passkeys of an identity, with any status, oldest first. */
export async function listAllPasskeys(db: Queryable, identityId: string): Promise<Passkey[]> {
  const { rows } = await db.query<PasskeyRow>(
    `${selectPasskeys} where p.identity_id = $1 order by p.created_at, p.id`,
    [identityId],
  );
  return rows.map(toPasskey);
}

export async function markRecovered(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('update passkeys set recovered_at = $2 where id = $1', [id, now]);
}

/** A recovery revokes all earlier passkeys, so every later one results from it. */
export async function isRecoveredSince(db: Queryable, identityId: string, since: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from passkeys where identity_id = $1 and recovered_at > $2 limit 1',
    [identityId, since],
  );
  return rowCount === 1;
}

export async function listActivePasskeys(db: Queryable, identityId: string): Promise<Passkey[]> {
  const { rows } = await db.query<PasskeyRow>(
    `${selectPasskeys} where p.identity_id = $1 and p.status = 'active' order by p.created_at, p.id`,
    [identityId],
  );
  return rows.map(toPasskey);
}

/** Lists active passkeys that count, that is, whose signature confirms more than a sign-in. */
export async function listCountingPasskeys(db: Queryable, identityId: string, now: Date): Promise<Passkey[]> {
  return (await listActivePasskeys(db, identityId)).filter((passkey) => counts(passkey, now));
}

export function counts({ countsFrom }: Pick<Passkey, 'countsFrom'>, now: Date): boolean {
  return countsFrom !== null && countsFrom <= now;
}

/** Finds by WebAuthn credential id; null if the identity has no active passkey with that id. */
export async function findActivePasskey(
  db: Queryable,
  identityId: string,
  credentialId: string,
): Promise<Passkey | null> {
  const passkey = await findPasskeyByCredentialId(db, credentialId);
  return passkey && passkey.status === 'active' && passkey.identityId === identityId ? passkey : null;
}

/** Like `findActivePasskey`, but also finds a lost passkey, for operations that the chain authorizes. */
export async function findChainPasskey(
  db: Queryable,
  identityId: string,
  credentialId: string,
): Promise<Passkey | null> {
  const passkey = await findPasskeyByCredentialId(db, credentialId);
  if (!passkey || passkey.identityId !== identityId) return null;
  return passkey.status === 'active' || passkey.isLost ? passkey : null;
}

export async function findPasskeyByCredentialId(
  db: Queryable,
  credentialId: string,
): Promise<Passkey | null> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'passkey-by-credential-id',
    text: `${selectPasskeys} where p.credential_id = $1`,
    values: [Buffer.from(credentialId, 'base64url')],
  });
  return rows[0] ? toPasskey(rows[0]) : null;
}

/** Finds by our own id. */
export async function findPasskey(db: Queryable, identityId: string, id: string): Promise<Passkey | null> {
  const { rows } = await db.query<PasskeyRow>(`${selectPasskeys} where p.id = $1 and p.identity_id = $2`, [
    id,
    identityId,
  ]);
  return rows[0] ? toPasskey(rows[0]) : null;
}

export async function activatePasskey(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set status = 'active', activated_at = $2, counts_from = $2 where id = $1 and status = 'pending'`,
    [id, now],
  );
  return rowCount === 1;
}

/** Returns the id of the renamed passkey, or null if the identity has no active passkey with that id. */
export async function updatePasskeyName(
  tx: Tx,
  identityId: string,
  id: string,
  name: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `update passkeys set name = $3 where id = $1 and identity_id = $2 and status = 'active' returning id`,
    [id, identityId, name],
  );
  return rows[0]?.id ?? null;
}

/**
 * `lost`: the player lost it and recovered the identity without an on-chain policy. It gives no access here
 * any more, but it is still the authority of the vault, and its signed operations are relayed.
 */
export type RevocationReason = 'removed' | 'rotated' | 'recovered' | 'lost';

/** Revokes an active passkey by our own id; returns null if it was not active. */
export async function markPasskeyRevoked(
  tx: Tx,
  input: { identityId: string; passkeyId: string; reason: RevocationReason; now: Date },
): Promise<{ name: string } | null> {
  const { rows } = await tx.query<{ name: string }>(
    `update passkeys set status = 'revoked', revoked_at = $3, revoked_reason = $4 where id = $1 and identity_id = $2 and status = 'active'
     returning name`,
    [input.passkeyId, input.identityId, input.now, input.reason],
  );
  return rows[0] ?? null;
}

/**
 * Undoes the revocation by a rotation that the chain has dropped; a passkey that its owner removed stays
 * removed.
 */
export async function restorePasskey(
  tx: Tx,
  input: { identityId: string; passkeyId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set status = 'active', revoked_at = null, revoked_reason = null
     where id = $1 and identity_id = $2 and status = 'revoked' and revoked_reason = 'rotated'`,
    [input.passkeyId, input.identityId],
  );
  return rowCount === 1;
}

/** Deletes a passkey that never became active. */
export async function deletePendingPasskey(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from passkeys where id = $1 and status = 'pending'`, [id]);
}

/** Deletes all passkeys; returns the credential ids of those that were ever active. */
export async function deletePasskeys(tx: Tx, identityId: string): Promise<string[]> {
  await tx.query('delete from credential_approvals where identity_id = $1', [identityId]);
  const { rows } = await tx.query<{ credential_id: Buffer; status: PasskeyStatus }>(
    'delete from passkeys where identity_id = $1 returning credential_id, status',
    [identityId],
  );
  return rows
    .filter(({ status }) => status !== 'pending')
    .map((row) => row.credential_id.toString('base64url'));
}

/** The time of the identity's latest revocation of a passkey. */
export async function lastRevocation(db: Queryable, identityId: string): Promise<Date | null> {
  const { rows } = await db.query<{ revoked_at: Date | null }>(
    'select max(revoked_at) as revoked_at from passkeys where identity_id = $1',
    [identityId],
  );
  return rows[0]?.revoked_at ?? null;
}

/** The identities with this key as an active passkey that counts. */
export async function ownersOfPasskey(db: Queryable, compressedKey: Buffer, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ identity_id: string }>(
    `select identity_id from passkeys where compressed_key = $1 and status = 'active' and counts_from <= $2`,
    [compressedKey, now],
  );
  return rows.map((row) => row.identity_id);
}
