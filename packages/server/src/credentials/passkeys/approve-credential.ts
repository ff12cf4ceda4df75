import type { Assertion, RequestOptions } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { lockIdentity } from '../../identity/index.ts';
import { notifyOwner } from '../../notices/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { impossible, refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { decideApproval, findApproval, type ApprovalRow } from './approvals.store.ts';
import { issueChallenge, spendChallenge } from './challenges.ts';
import { readClientData } from './client-data.ts';
import { uuidBytes } from './encoding.ts';
import { requestOptions } from './passkey-options.ts';
import {
  activatePasskey,
  counts,
  deletePendingPasskey,
  findActivePasskey,
  findPasskey,
  listActivePasskeys,
  type Passkey,
} from './passkeys.store.ts';
import type { RegistrationDeps } from './register-passkey.ts';
import { judgeProof, keepProof } from './prove-passkey.ts';
import { recordAssertion, sessionBinding, tooNew, withAssertion } from './use-passkey.ts';

export async function credentialApprovalOptions(
  deps: RegistrationDeps,
  input: { caller: UserCaller; approvalId: string },
): Promise<RequestOptions> {
  const { caller, approvalId } = input;
  refuseFrozen(caller);
  const { passkey } = await requirePending(deps, caller, approvalId);
  const active = await listActivePasskeys(deps.db, caller.identityId);
  // All were revoked since: after a recent sign-in, the next one is registered without an approval.
  if (active.length === 0) throw refuse('sign_in_again');
  const approvers = active.filter((one) => counts(one, deps.clock.now()));
  if (approvers.length === 0) throw tooNew(...active);
  const challenge = await issueChallenge(deps, {
    ...approvalPurpose(approvalId, passkey),
    boundTo: sessionBinding(caller),
  });
  return requestOptions(deps.relyingParty, challenge, approvers);
}

/**
 * Approves a pending passkey with the signature of an active one that counts. The signature covers only that
 * pending key. The pending passkey can sign the same challenge to prove its key.
 */
export async function approveCredential(
  deps: RegistrationDeps,
  input: {
    caller: UserCaller;
    approvalId: string;
    assertion: Assertion;
    newAssertion: Assertion | null;
    origin: AuditOrigin;
  },
): Promise<Passkey> {
  const { caller, approvalId, assertion, newAssertion, origin } = input;
  refuseFrozen(caller);
  const { passkey: pending } = await requirePending(deps, caller, approvalId);
  return withAssertion(
    deps,
    { caller, assertion, origin, purpose: approvalPurpose(approvalId, pending) },
    async ({ passkey, verified }) => {
      const { challenge } = readClientData(assertion.clientDataJSON);
      const proof =
        newAssertion && (await judgeProof(deps, { caller, pending, newAssertion, challenge, origin }));
      return deps.db.transaction(async (tx) => {
        // A recovery takes the same lock: it either revokes the approver first, or revokes both passkeys
        // afterwards.
        await lockIdentity(tx, caller.identityId);
        if (!(await findActivePasskey(tx, caller.identityId, passkey.credentialId)))
          throw refuse('passkey_unknown');
        const now = deps.clock.now();
        const decided = await decideApproval(tx, {
          id: approvalId,
          identityId: caller.identityId,
          now,
          state: 'approved',
          approvedBy: passkey.id,
          assertion,
        });
        if (!decided) throw refuse('approval_decided');
        if (proof) await keepProof(tx, pending, proof, now);
        if (!(await activatePasskey(tx, pending.id, now))) impossible('an approved passkey was not pending');
        await recordAssertion(tx, { passkey, verified, now });
        await recordAudit(tx, {
          at: now,
          identityId: caller.identityId,
          actor: caller.pid,
          action: 'passkey.approved',
          target: pending.id,
          details: { approvedBy: passkey.id, fingerprint: decided.fingerprint },
          origin,
        });
        await notifyOwner(tx, {
          identityId: caller.identityId,
          now,
          type: 'passkey.approved',
          data: { passkeyId: pending.id, name: pending.name },
        });
        return pending;
      });
    },
  );
}

/**
 * For a new device that is apart from the approving one: the pending passkey proves its key and stays
 * pending.
 */
export async function proveCredential(
  deps: RegistrationDeps,
  input: { caller: UserCaller; approvalId: string; newAssertion: Assertion; origin: AuditOrigin },
): Promise<void> {
  const { caller, approvalId, newAssertion } = input;
  const { passkey: pending } = await requirePending(deps, caller, approvalId);
  const { challenge } = readClientData(newAssertion.clientDataJSON);
  const purpose = { ...approvalPurpose(approvalId, pending), boundTo: sessionBinding(caller) };
  await spendChallenge(deps, purpose, challenge);
  const proof = await judgeProof(deps, { ...input, pending, challenge });
  await deps.db.transaction((tx) => keepProof(tx, pending, proof, deps.clock.now()));
}

/** Needs no signature: denying a key that cannot be used yet does no harm. */
export async function denyCredential(
  deps: RegistrationDeps,
  input: { caller: UserCaller; approvalId: string; origin: AuditOrigin },
): Promise<void> {
  const { caller, approvalId, origin } = input;
  const { passkey } = await requirePending(deps, caller, approvalId);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const decided = await decideApproval(tx, {
      id: approvalId,
      identityId: caller.identityId,
      now,
      state: 'denied',
    });
    if (!decided) throw refuse('approval_decided');
    await deletePendingPasskey(tx, passkey.id);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'passkey.denied',
      target: approvalId,
      details: { fingerprint: decided.fingerprint },
      origin,
    });
  });
}

export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

export function approvalStateOf(approval: ApprovalRow, now: Date): ApprovalState {
  return approval.state === 'pending' && approval.expires_at <= now ? 'expired' : approval.state;
}

/** The approving passkey may be in the hands of the thief against whom the owner froze the identity. */
function refuseFrozen({ frozenUntil }: UserCaller): void {
  if (frozenUntil !== undefined) throw refuse('frozen', { until: frozenUntil });
}

async function requirePending(
  deps: { db: Queryable; clock: Clock },
  caller: UserCaller,
  approvalId: string,
): Promise<{ passkey: Passkey }> {
  const approval = await findApproval(deps.db, caller.identityId, approvalId);
  if (!approval) throw refuse('no_such_approval');
  const state = approvalStateOf(approval, deps.clock.now());
  if (state === 'expired') throw refuse('approval_expired');
  const passkey =
    state === 'pending' && approval.passkey_id
      ? await findPasskey(deps.db, caller.identityId, approval.passkey_id)
      : null;
  if (!passkey) throw refuse('approval_decided');
  return { passkey };
}

/**
 * The challenge contains the approval's id and the pending key, so approving one key never approves another.
 */
function approvalPurpose(approvalId: string, pending: Passkey) {
  return {
    action: 'APPROVE',
    subject: Buffer.concat([uuidBytes(approvalId), pending.compressedKey]),
  } as const;
}
