import type { Queryable, Step, Tx } from '../../platform/db/index.ts';

type PasskeyStatus = 'pending' | 'active' | 'revoked';

export interface Passkey {
  readonly id: string;
  readonly identityId: string;
  /** The WebAuthn credential id, unpadded base64url. */
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
  /** The address of the provider login under which it was registered, as long as that is linked. */
  readonly email: string;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly lastUsedAt: Date;
  readonly lastLoginAt: Date;
  /** When it first signed something for us; null means that its key has proven nothing yet. */
  readonly provenAt: Date | null;
  readonly revokedAt: Date | null;
}

interface PasskeyRow {
  id: string;
  identity_id: string;
  credential_id: Buffer;
  status: PasskeyStatus;
  name: string;
  compressed_key: Buffer;
  cose_key: Buffer;
  rp_id_hash: Buffer;
  counter: bigint;
  backup_eligible: boolean;
  backed_up: boolean;
  transports: string[];
  email: string | null;
  created_at: Date;
  activated_at: Date | null;
  last_used_at: Date;
  last_login_at: Date;
  proven_at: Date | null;
  revoked_at: Date | null;
}

const selectPasskeys =
  'select p.*, l.email from passkeys p left join provider_logins l on l.id = p.registered_login_id';

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    identityId: row.identity_id,
    credentialId: row.credential_id.toString('base64url'),
    status: row.status,
    name: row.name,
    compressedKey: row.compressed_key,
    coseKey: row.cose_key,
    rpIdHash: row.rp_id_hash,
    counter: Number(row.counter),
    backupEligible: row.backup_eligible,
    backedUp: row.backed_up,
    transports: row.transports,
    email: row.email ?? '',
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    lastUsedAt: row.last_used_at,
    lastLoginAt: row.last_login_at,
    provenAt: row.proven_at,
    revokedAt: row.revoked_at,
  };
}

export interface NewPasskey {
  readonly id: string;
  readonly identityId: string;
  readonly credentialId: string;
  readonly status: 'pending' | 'active';
  readonly name: string;
  readonly compressedKey: Buffer;
  readonly coseKey: Buffer;
  readonly rpIdHash: Buffer;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
  readonly registeredLoginId: string | null;
  readonly now: Date;
}

/** False when the credential id is known already, whoever has it: the unique index decides between several at once. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into passkeys (id, identity_id, credential_id, status, name, compressed_key, cose_key, rp_id_hash, counter, backup_eligible,
       backed_up, transports, registered_login_id, created_at, last_used_at, last_login_at, activated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14, case when $4 = 'active' then $14::timestamptz end)
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
    ],
  );
  return rowCount === 1;
}

/** Every passkey of an identity, whatever its status, oldest first. */
export async function listAllPasskeys(db: Queryable, identityId: string): Promise<Passkey[]> {
  const { rows } = await db.query<PasskeyRow>(
    `${selectPasskeys} where p.identity_id = $1 order by p.created_at, p.id`,
    [identityId],
  );
  return rows.map(toPasskey);
}

export async function listActivePasskeys(db: Queryable, identityId: string): Promise<Passkey[]> {
  const { rows } = await db.query<PasskeyRow>(
    `${selectPasskeys} where p.identity_id = $1 and p.status = 'active' order by p.created_at, p.id`,
    [identityId],
  );
  return rows.map(toPasskey);
}

/** By WebAuthn credential id; null when the identity has no active passkey of that id. */
export async function findActivePasskey(
  db: Queryable,
  identityId: string,
  credentialId: string,
): Promise<Passkey | null> {
  const passkey = await findPasskeyByCredentialId(db, credentialId);
  return passkey && passkey.status === 'active' && passkey.identityId === identityId ? passkey : null;
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

/** By our own id. */
export async function findPasskey(db: Queryable, identityId: string, id: string): Promise<Passkey | null> {
  const { rows } = await db.query<PasskeyRow>(`${selectPasskeys} where p.id = $1 and p.identity_id = $2`, [
    id,
    identityId,
  ]);
  return rows[0] ? toPasskey(rows[0]) : null;
}

export interface AssertionRecord {
  readonly passkeyId: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly isLogin: boolean;
  readonly now: Date;
}

/** False when the passkey is no longer active, or its counter has meanwhile reached the presented one. One statement decides. */
export async function storeAssertion(tx: Tx, use: AssertionRecord): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set counter = $2, backed_up = $3, last_used_at = $5, proven_at = coalesce(proven_at, $5),
       last_login_at = case when $4 then $5 else last_login_at end
     where id = $1 and status = 'active' and (counter < $2 or (counter = 0 and $2 = 0))`,
    [use.passkeyId, use.counter, use.backedUp, use.isLogin, use.now],
  );
  return rowCount === 1;
}

/** The same as part of a larger statement. */
export function storeAssertionStep(use: Omit<AssertionRecord, 'isLogin'>, refusal: Step['refusal']): Step {
  return {
    name: 'asserted',
    refusal,
    sql(bind, after) {
      const [counter, now] = [`${bind(use.counter)}::bigint`, `${bind(use.now)}::timestamptz`];
      return `update passkeys p set counter = ${counter}, backed_up = ${bind(use.backedUp)}, last_used_at = ${now}, proven_at = coalesce(p.proven_at, ${now})
        from ${after} where p.id = ${bind(use.passkeyId)} and p.status = 'active'
          and (p.counter < ${counter} or (p.counter = 0 and ${counter} = 0))
        returning p.id`;
    },
  };
}

/** Holds when the passkey is active, and keeps it so until the statement has ended. */
export function activePasskeyStep(passkeyId: string, refusal: Step['refusal']): Step {
  return {
    name: 'active_passkey',
    refusal,
    sql: (bind, after) =>
      `select p.id from passkeys p, ${after} where p.id = ${bind(passkeyId)} and p.status = 'active' for share of p`,
  };
}

export async function activatePasskey(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set status = 'active', activated_at = $2 where id = $1 and status = 'pending'`,
    [id, now],
  );
  return rowCount === 1;
}

/** The id of the renamed passkey, or null when the identity has no active one of that id. */
export async function renamePasskey(
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

export type RevocationReason = 'removed' | 'rotated';

/** Ends an active passkey by our own id; false when it was not active. */
export async function revokePasskey(
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

/** Undoes the revocation of a rotation that the chain has dropped; what its owner removed stays removed. */
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

/** Drops a passkey that never became active. */
export async function deletePendingPasskey(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from passkeys where id = $1 and status = 'pending'`, [id]);
}

/** Erases everything; answers the credential ids that were in use at some time. */
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

/** The players of whom this is an active passkey now: one, unless somebody registered a key that is not theirs. */
export async function findPidsOfPasskey(db: Queryable, compressedKey: Buffer): Promise<string[]> {
  const { rows } = await db.query<{ handle: string }>(
    `select i.handle from passkeys p join identities i on i.id = p.identity_id
     where p.compressed_key = $1 and p.status = 'active' and i.status = 'active'`,
    [compressedKey],
  );
  return rows.map(({ handle }) => `${handle}@pid`);
}
