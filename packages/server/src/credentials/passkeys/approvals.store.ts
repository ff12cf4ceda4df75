import type { Queryable, Tx } from '../../platform/db/index.ts';
import type { Assertion } from '@pid/contract';

export interface ApprovalRow {
  id: string;
  identity_id: string;
  passkey_id: string | null;
  /** Null once the passkey was deleted, for example after a denial. */
  credential_id: Buffer | null;
  state: 'pending' | 'approved' | 'denied';
  name: string;
  fingerprint: string;
  session_id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface NewApproval {
  readonly id: string;
  readonly identityId: string;
  readonly passkeyId: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly sessionId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

const columns = `id, identity_id, passkey_id, state, name, fingerprint, session_id, address, user_agent, created_at, expires_at,
  (select p.credential_id from passkeys p where p.id = credential_approvals.passkey_id) as credential_id`;

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<void> {
  await tx.query(
    `insert into credential_approvals (id, identity_id, passkey_id, state, name, fingerprint, session_id, address, user_agent, created_at, expires_at)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10)`,
    [
      approval.id,
      approval.identityId,
      approval.passkeyId,
      approval.name,
      approval.fingerprint,
      approval.sessionId,
      approval.address,
      approval.userAgent?.slice(0, 256) ?? null,
      approval.now,
      approval.expiresAt,
    ],
  );
}

export async function findApproval(
  db: Queryable,
  identityId: string,
  id: string,
): Promise<ApprovalRow | null> {
  const { rows } = await db.query<ApprovalRow>(
    `select ${columns} from credential_approvals where id = $1 and identity_id = $2`,
    [id, identityId],
  );
  return rows[0] ?? null;
}

/** Lists pending approvals that have not expired, newest first, before `before`. */
export async function listPendingApprovals(
  db: Queryable,
  identityId: string,
  now: Date,
  before: { createdAt: string; id: string } | null,
  limit: number,
): Promise<ApprovalRow[]> {
  const { rows } = await db.query<ApprovalRow>(
    `select ${columns} from credential_approvals where identity_id = $1 and state = 'pending' and expires_at > $2
       and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
     order by created_at desc, id desc limit $5`,
    [identityId, now, before?.createdAt ?? null, before?.id ?? null, limit],
  );
  return rows;
}

export async function listAllApprovals(db: Queryable, identityId: string): Promise<ApprovalRow[]> {
  const { rows } = await db.query<ApprovalRow>(
    `select ${columns} from credential_approvals where identity_id = $1 order by created_at, id`,
    [identityId],
  );
  return rows;
}

/**
 * Decides a pending approval. Returns null if it is decided, expired or missing; of several concurrent calls,
 * one succeeds.
 */
export async function decideApproval(
  tx: Tx,
  decision: { id: string; identityId: string; now: Date } & (
    | { state: 'approved'; approvedBy: string; assertion: Assertion }
    | { state: 'denied' }
  ),
): Promise<ApprovalRow | null> {
  const approved = decision.state === 'approved' ? decision : null;
  const { rows } = await tx.query<ApprovalRow>(
    `update credential_approvals set state = $4, decided_at = $3, approved_by = $5, assertion = $6
     where id = $1 and identity_id = $2 and state = 'pending' and expires_at > $3 returning ${columns}`,
    [
      decision.id,
      decision.identityId,
      decision.now,
      decision.state,
      approved?.approvedBy ?? null,
      approved?.assertion ?? null,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Withdraws the pending approvals of one session: it registers again, so its device no longer has the earlier
 * key.
 */
export async function withdrawApprovals(
  tx: Tx,
  identityId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ passkey_id: string }>(
    `update credential_approvals set state = 'denied', decided_at = $3
     where identity_id = $1 and session_id = $2 and state = 'pending' and passkey_id is not null returning passkey_id`,
    [identityId, sessionId, now],
  );
  await tx.query(`delete from passkeys where id = any($1) and status = 'pending'`, [
    rows.map((row) => row.passkey_id),
  ]);
}

/**
 * Deletes pending passkeys whose approval has expired: those that conflict with a registration, or all if it
 * is null.
 */
export async function dropExpiredPasskeys(
  db: Queryable,
  registration: { identityId: string; credentialId: string } | null,
  now: Date,
): Promise<void> {
  await db.query(
    `delete from passkeys p using credential_approvals a
     where a.passkey_id = p.id and p.status = 'pending' and a.expires_at <= $3 and ($1::uuid is null or p.identity_id = $1 or p.credential_id = $2)`,
    [
      registration?.identityId ?? null,
      registration ? Buffer.from(registration.credentialId, 'base64url') : null,
      now,
    ],
  );
}

/** Denies all pending approvals of an identity and deletes their passkeys. */
export async function dropPendingPasskeys(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tx.query(
    `update credential_approvals set state = 'denied', decided_at = $2 where identity_id = $1 and state = 'pending'`,
    [identityId, now],
  );
  await tx.query(`delete from passkeys where identity_id = $1 and status = 'pending'`, [identityId]);
}
