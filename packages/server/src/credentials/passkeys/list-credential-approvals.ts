import type { Input } from '@pid/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../../platform/http/index.ts';
import { findApproval, listPendingApprovals, type ApprovalRow } from './approvals.store.ts';
import { approvalStateOf } from './approve-credential.ts';

interface ListDeps {
  readonly db: Queryable;
  readonly clock: Clock;
}

/** Lists new passkeys that wait for the caller's approval, newest first. */
export async function listCredentialApprovals(
  { db, clock }: ListDeps,
  caller: UserCaller,
  { limit = 50, cursor }: Input<'listCredentialApprovals'>,
) {
  const [createdAt, id] = decodeCursor(cursor, [cursorForms.dateTime, cursorForms.uuid]) ?? [];
  const before = createdAt && id ? { createdAt, id } : null;
  const rows = await listPendingApprovals(db, caller.identityId, clock.now(), before, limit + 1);
  const approvals = rows.map((row) => describe(row, caller, clock.now()));
  return pageOf(approvals, limit, (approval) => [approval.createdAt, approval.id]);
}

export async function getCredentialApproval({ db, clock }: ListDeps, caller: UserCaller, id: string) {
  const row = await findApproval(db, caller.identityId, id);
  if (!row) throw refuse('no_such_approval');
  return describe(row, caller, clock.now());
}

function describe(row: ApprovalRow, caller: UserCaller, now: Date) {
  return {
    id: row.id,
    state: approvalStateOf(row, now),
    name: row.name,
    credentialId: row.credential_id?.toString('base64url') ?? null,
    fingerprint: row.fingerprint,
    address: row.address,
    userAgent: row.user_agent,
    current: row.session_id === caller.sessionId,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
