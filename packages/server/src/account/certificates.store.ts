import type { Queryable } from '../platform/db/index.ts';

export interface StoredCertificate {
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly issuedAt: bigint;
  readonly registrar: string;
  readonly message: Buffer;
  readonly signature: Buffer;
}

interface CertificateRow {
  passkey_id: string;
  credential_id: Buffer;
  issued_at: bigint;
  registrar: string;
  message: Buffer;
  signature: Buffer;
}

/**
 * Reads certificates of active passkeys only: the owner can no longer use a revoked passkey's certificate.
 */
export async function listStoredCertificates(
  db: Queryable,
  identityId: string,
): Promise<StoredCertificate[]> {
  const { rows } = await db.query<CertificateRow>(
    `select c.passkey_id, p.credential_id, c.issued_at, c.registrar, c.message, c.signature
     from account_certificates c join active_passkeys p on p.id = c.passkey_id
     where c.identity_id = $1 order by p.created_at, p.id`,
    [identityId],
  );
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    credentialId: row.credential_id.toString('base64url'),
    issuedAt: row.issued_at,
    registrar: row.registrar,
    message: row.message,
    signature: row.signature,
  }));
}

/**
 * Lists passkeys that ever had a certificate, revoked ones included: the chain does not know which passkeys
 * were revoked here.
 */
export async function listCertified(db: Queryable, identityId: string): Promise<string[]> {
  const { rows } = await db.query<{ passkey_id: string }>(
    'select passkey_id from account_certificates where identity_id = $1',
    [identityId],
  );
  return rows.map((row) => row.passkey_id);
}

/** Keeps the newest certificate when two requests store one concurrently. */
export async function storeCertificate(
  db: Queryable,
  identityId: string,
  certificate: Omit<StoredCertificate, 'credentialId'>,
): Promise<void> {
  await db.query(
    `insert into account_certificates (passkey_id, identity_id, issued_at, registrar, message, signature)
     select $1, $2, $3, $4, $5, $6 from active_passkeys where id = $1
     on conflict (passkey_id) do update set issued_at = excluded.issued_at, registrar = excluded.registrar,
       message = excluded.message, signature = excluded.signature
     where account_certificates.issued_at <= excluded.issued_at`,
    [
      certificate.passkeyId,
      identityId,
      certificate.issuedAt,
      certificate.registrar,
      certificate.message,
      certificate.signature,
    ],
  );
}
