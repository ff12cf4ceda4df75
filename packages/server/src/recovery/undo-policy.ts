import { recordAudit } from '../audit/index.ts';
import type { OperationEffects } from '../relay/index.ts';
import { lockPolicy, storePolicy } from './policies.store.ts';
import { rememberPolicy, seenAs, type SeenPolicy } from './remember-policy.ts';

type Undo = NonNullable<OperationEffects['undone']>;

const noPolicy: SeenPolicy = { guardians: [], threshold: 0, delaySeconds: 0, nonce: 0n };

/** The chain that won lacks this policy: restores the state of finalized blocks. */
export const undoPolicy: Undo = async (tx, operation, { now, recovery }) => {
  const { identityId, accountNonce } = operation;
  const known = await lockPolicy(tx, identityId);
  // A newer policy was seen since; it is not undone.
  if (known.nonce > accountNonce + 1n) return;
  const seen = recovery ? seenAs(recovery, recovery.nonce) : noPolicy;
  // Older readings are ignored, so the nonce is lowered first.
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
