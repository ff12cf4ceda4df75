import { accountIdFromPid } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { findIdentity, findIdentityByPid } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { hasLeft, leaveGuardianships } from './guardians.store.ts';
import type { RecoveryDeps, RecoveryRequest } from './recovery-deps.ts';

/**
 * Ends the guardianship of the caller for `pid`: the service asks the caller for nothing more and relays no
 * approvals. The owner is notified immediately. On the chain, only the owner's passkey removes a guardian,
 * and a given vote stays valid. A new policy of the owner can name the caller again.
 */
export async function leaveGuardianship(
  deps: Pick<RecoveryDeps, 'db' | 'clock'>,
  { caller, origin }: RecoveryRequest,
  pid: string,
): Promise<void> {
  const owner = await findIdentityByPid(deps.db, pid);
  if (!owner || owner.status === 'deleted') throw refuse('no_such_guardianship');
  const accountId = accountIdFromPid(caller.pid);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const left = await leaveGuardianships(tx, accountId, owner.id, now);
    // Idempotent: a repeated request succeeds.
    if (left.length === 0 && !(await hasLeft(tx, owner.id, accountId))) throw refuse('no_such_guardianship');
    for (const identityId of left) await recordLeft(tx, { identityId, pid: caller.pid, now });
    if (left.length > 0)
      await recordAudit(tx, {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'recovery.guardianship_left',
        target: owner.pid,
        details: {},
        origin,
      });
  });
}

/** A deleted player cannot approve any more, so the owners who relied on them are notified. */
export async function leaveEverybody(tx: Tx, identityId: string, now: Date): Promise<void> {
  const leaver = await findIdentity(tx, identityId);
  if (!leaver) return;
  for (const owner of await leaveGuardianships(tx, accountIdFromPid(leaver.pid), null, now))
    await recordLeft(tx, { identityId: owner, pid: leaver.pid, now });
}

async function recordLeft(
  tx: Tx,
  { identityId, pid, now }: { identityId: string; pid: string; now: Date },
): Promise<void> {
  await notifyOwner(tx, { identityId, now, type: 'recovery.guardian_left', data: { pid } });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: pid,
    action: 'recovery.guardian_left',
    target: pid,
    details: {},
    // The address of a guardian must not be shown to the owner.
    origin: null,
  });
}
