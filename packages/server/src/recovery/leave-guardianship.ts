import { accountIdFromPid } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { findIdentity, findIdentityByPid } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { hasLeft, leaveGuardianships } from './guardians.store.ts';
import type { RecoveryDeps, RecoveryRequest } from './recovery-deps.ts';

/**
 * The caller no longer wants to be `pid`'s guardian: is asked for nothing more and approves nothing through us, and the owner hears of it at once. On the
 * chain only the owner's passkey takes them out; a vote that was given stands. A new policy of the owner names them anew.
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
    // Twice is once: whoever pressed again is told that it is done.
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

/** A deleted player approves nothing any more: whoever relied on them has to know. */
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
    // A guardian's address is nobody else's business.
    origin: null,
  });
}
