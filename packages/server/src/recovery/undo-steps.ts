import { recordAudit } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Operation, OperationEffects } from '../relay/index.ts';
import { lockPolicy, storePolicy } from './policies.store.ts';
import { reopenAttempts } from './recovery.store.ts';
import { rememberPolicy, seenAs, type SeenPolicy } from './remember-policy.ts';

type Undo = NonNullable<OperationEffects['undone']>;

const noPolicy: SeenPolicy = { guardians: [], threshold: 0, delaySeconds: 0, nonce: 0n };

/** The chain that won knows no such cancelling: what it ended runs on, with the passkeys that are held for it. */
export const undoCancelling: Undo = async (tx, operation, { now }) => {
  const { identityId, confirmedAt } = operation;
  if (!confirmedAt) return;
  const reopened = await reopenAttempts(tx, identityId, confirmedAt, now);
  if (reopened.length === 0) return;
  await record(tx, operation, 'recovery.cancelling_undone', now);
  for (const { readyAt } of reopened)
    await notifyOwner(
      tx,
      readyAt
        ? { identityId, now, type: 'recovery.started', data: { readyAt: readyAt.toISOString() } }
        : { identityId, now, type: 'recovery.asked', data: {} },
    );
};

/** The chain that won knows no such policy: what is known goes back to what finalized blocks have. */
export const undoPolicy: Undo = async (tx, operation, { now, recovery }) => {
  const { identityId, accountNonce } = operation;
  const known = await lockPolicy(tx, identityId);
  // A newer policy was seen since, and is not undone with this one.
  if (known.nonce > accountNonce + 1n) return;
  const seen = recovery ? seenAs(recovery, recovery.nonce) : noPolicy;
  // An older look is not believed: the nonce goes back first.
  const { threshold, delaySeconds } = known;
  await storePolicy(tx, identityId, {
    nonce: seen.nonce,
    threshold: threshold ?? 0,
    delaySeconds: delaySeconds ?? 0,
  });
  await rememberPolicy(tx, identityId, seen, now);
  await record(tx, operation, 'recovery.policy_undone', now);
};

function record(tx: Tx, { id, identityId }: Operation, action: string, now: Date): Promise<void> {
  return recordAudit(tx, {
    at: now,
    identityId,
    actor: 'chain',
    action,
    target: id,
    details: {},
    origin: null,
  });
}
