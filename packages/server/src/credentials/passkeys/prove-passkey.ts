import type { Assertion } from '@pid/contract';
import type { AuditOrigin } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { storeProof } from './assertions.store.ts';
import type { Passkey } from './passkeys.store.ts';
import { auditFallenCounter, type RelyingParty } from './use-passkey.ts';
import { verifyAssertion, type VerifiedAssertion } from './verify-assertion.ts';

export interface Proof {
  readonly caller: UserCaller;
  readonly pending: Passkey;
  readonly newAssertion: Assertion;
  /** Issued for exactly this passkey; the caller has consumed it. */
  readonly challenge: Buffer;
  readonly origin: AuditOrigin;
}

/**
 * A registration without attestation does not prove possession of the key, so the pending key signs the
 * challenge that contains it.
 */
export function judgeProof(
  deps: { db: Queryable; clock: Clock; relyingParty: RelyingParty },
  { caller, pending, newAssertion, challenge, origin }: Proof,
): Promise<VerifiedAssertion> {
  return auditFallenCounter(deps, { passkey: pending, actor: caller.pid, origin }, async () =>
    // mutant: verifyAssertion({ passkey: pending, assertion: newAssertion, challenge, ...deps.relyingParty }) => ({ counter: 0, backedUp: false })
    verifyAssertion({ passkey: pending, assertion: newAssertion, challenge, ...deps.relyingParty }),
  );
}

/** Stores the proof of a pending passkey; refuses if the approval is already decided. */
export async function keepProof(
  tx: Tx,
  pending: Passkey,
  { counter, backedUp }: VerifiedAssertion,
  now: Date,
): Promise<void> {
  if (!(await storeProof(tx, { passkeyId: pending.id, counter, backedUp, now })))
    throw refuse('approval_decided');
}
