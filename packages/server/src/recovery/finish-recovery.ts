import { brandPasskeyPoint, equalBytes, finishRecoveryInstruction } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { isRecentAtProvider, revokeAllPasskeys } from '../credentials/index.ts';
import { findIdentity, lockIdentity } from '../identity/index.ts';
import { findRecoveryHold, notifyOwner } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { RelayRequest } from '../relay/index.ts';
import { assertNotBehind } from './assert-not-behind.ts';
import { install } from './follow-recovery.ts';
import { knowRecovery } from './know-recovery.ts';
import { orderStep } from './order-step.ts';
import { modeOf, readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { mayFinish, mayMove } from './recovery-states.ts';
import {
  findAttempt,
  listOpenAttempts,
  settleAttempt,
  settleOthers,
  type Attempt,
} from './recovery.store.ts';
import { refuseFor } from './refuse-for.ts';
import { noteLost } from './sights.store.ts';

/**
 * Finishes a recovery that is ready. Anyone may finish one on the chain; one that exists only in the database
 * needs a session of the player.
 */
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
  refuseFor(mayMove(await findRecoveryHold(deps.db, owner.id, deps.clock.now())));
  await finishOnChain(deps, attempt, owner.pid);
}

export async function finishOnChain(deps: RecoveryDeps, attempt: Attempt, pid: string): Promise<void> {
  const seen = await readRecovery(deps.chain, pid);
  const { state, attempts, nonce } = seen;
  const newAuthority = brandPasskeyPoint(attempt.compressedKey);
  // Already finished; the watch updates the database once the finish is finalized.
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
  await deps.relay.submit(asked, (draftMessage) =>
    orderStep(draftMessage, seen, {
      accountNonce: nonce,
      pool: 'recovery',
      instructions: [finishRecoveryInstruction(state.wallet, newAuthority)],
      details: { attemptId: attempt.id, epoch: (state.account?.epoch ?? 0) + 1 },
      consent: null,
      // Checked again under the lock, which a freeze must wait for: the chain was read and the step simulated
      // in between.
      record: async (tx) =>
        refuseFor(mayMove(await findRecoveryHold(tx, attempt.identityId, deps.clock.now()))),
    }),
  );
}

async function finishInDatabase(
  deps: RecoveryDeps,
  caller: UserCaller | null,
  attempt: Attempt,
): Promise<void> {
  if (caller?.identityId !== attempt.identityId) throw refuse('no_such_recovery');
  const seen = await readRecovery(deps.chain, caller.pid);
  await assertNotBehind(deps.db, caller.identityId, seen);
  const lostKey = seen.state.account ? Buffer.from(seen.state.account.authority) : null;
  await deps.db.transaction(async (tx) => {
    const { identityId, id } = attempt;
    const identity = await lockIdentity(tx, identityId);
    const open = (await listOpenAttempts(tx, [identityId])).find((each) => each.id === id);
    if (!identity || identity.status === 'deleted' || !open) throw refuse('no_such_recovery');
    const now = deps.clock.now();
    const asker = {
      heldUntil: await findRecoveryHold(tx, identityId, now),
      isRecentAtProvider: isRecentAtProvider(caller, deps.clock),
    };
    refuseFor(mayFinish(open, modeOf(seen, await knowRecovery(tx, identityId)), asker, now));
    if (!(await settleAttempt(tx, id, 'finished', now))) throw refuse('no_such_recovery');
    const { sessionId } = caller;
    const revoked = await revokeAllPasskeys(tx, { identityId, lostKey, sessionId, now });
    if (lostKey) await noteLost(tx, identityId);
    if (!(await install(deps, tx, open, now))) throw refuse('no_such_recovery');
    await settleOthers(tx, identityId, now);
    await notifyOwner(tx, { identityId, now, type: 'recovery.finished', data: {} });
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: identity.pid,
      action: 'recovery.finished',
      target: id,
      details: { mode: 'database', passkeysRevoked: revoked.length, vaultLost: lostKey !== null },
      origin: null,
    });
  });
}
