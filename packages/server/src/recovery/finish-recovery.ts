import { brandPasskeyPoint, equalBytes, finishRecoveryInstruction } from '@pid/protocol';
import { findIdentity } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { RelayRequest } from '../relay/index.ts';
import { applyRecovery } from './apply-recovery.ts';
import { readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { findAttempt, type Attempt } from './recovery.store.ts';
import { draftStep, sponsoredOrder, submitStep, type PreparedStep } from './submit-step.ts';

/** Finishes what is ready. On the chain anyone may; what the database alone keeps, whoever is signed in as the player. */
export async function finishRecovery(
  deps: RecoveryDeps,
  caller: UserCaller | null,
  id: string,
): Promise<void> {
  const attempt = await findAttempt(deps.db, id);
  if (!attempt || attempt.state === 'cancelled') throw refuse('no_such_recovery');
  if (attempt.state === 'finished') return;
  if (attempt.mode === 'database') return finishInDatabase(deps, caller, attempt);
  const owner = await findIdentity(deps.db, attempt.identityId);
  if (!owner) throw refuse('no_such_recovery');
  await finishOnChain(deps, attempt, owner.pid);
}

export async function finishOnChain(deps: RecoveryDeps, attempt: Attempt, pid: string): Promise<void> {
  const { state, attempts, nonce, address } = await readRecovery(deps.chain, pid);
  const newAuthority = brandPasskeyPoint(attempt.compressedKey);
  // Somebody else was quicker: the watch brings it into the database once it is final.
  if (state.account && equalBytes(state.account.authority, newAuthority)) return;
  const running = attempts.find((each) => equalBytes(each.newAuthority, newAuthority));
  if (!running || running.readyAt > state.chainTime)
    throw refuse('recovery_not_ready', { readyAt: Number(running?.readyAt ?? 0n) });
  const asked: RelayRequest = {
    identityId: attempt.identityId,
    kind: 'finish_recovery',
    requestHash: sha256(`finish_recovery ${attempt.id} ${nonce}`),
    idempotencyKey: null,
  };
  const prepare = async (): Promise<PreparedStep> => {
    const instructions = [finishRecoveryInstruction(state.wallet, newAuthority)];
    const draft = await draftStep(deps, state, { recovery: address, pool: 'recovery', instructions });
    const details = { attemptId: attempt.id, epoch: (state.account?.epoch ?? 0) + 1 };
    return {
      order: sponsoredOrder(draft, { account: address, accountNonce: nonce, pool: 'recovery', details }),
      consent: null,
    };
  };
  await submitStep(deps, asked, prepare);
}

async function finishInDatabase(
  deps: RecoveryDeps,
  caller: UserCaller | null,
  attempt: Attempt,
): Promise<void> {
  if (caller?.identityId !== attempt.identityId) throw refuse('no_such_recovery');
  const now = deps.clock.now();
  const readyAt = attempt.readyAt?.getTime() ?? 0;
  if (now.getTime() < readyAt) throw refuse('recovery_not_ready', { readyAt: Math.ceil(readyAt / 1000) });
  const { state } = await readRecovery(deps.chain, caller.pid);
  const lostKey = state.account ? Buffer.from(state.account.authority) : null;
  await deps.db.transaction((tx) => applyRecovery(deps, tx, attempt, { taken: null, lostKey, now }));
}
