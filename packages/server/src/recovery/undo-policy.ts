import { recordAudit } from '../audit/index.ts';
import type { OperationEffects } from '../relay/index.ts';
import { lockPolicy, storePolicy } from './policies.store.ts';
import { rememberPolicy, seenAs, type SeenPolicy } from './remember-policy.ts';

type Undo = NonNullable<OperationEffects['undone']>;

const noPolicy: SeenPolicy = { guardians: [], threshold: 0, delaySeconds: 0, nonce: 0n };

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
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: 'chain',
    action: 'recovery.policy_undone',
    target: operation.id,
    details: {},
    origin: null,
  });
};
