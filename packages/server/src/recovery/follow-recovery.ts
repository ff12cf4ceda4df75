import { equalBytes, type RecoveryAccount } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { instantOf, type RecoveryState } from './read-recovery.ts';
import {
  insertAttempt,
  listOpenAttempts,
  setReadyAt,
  settleAttempt,
  type Attempt,
} from './recovery.store.ts';
import { rememberPolicy, seenAs } from './remember-policy.ts';

const forgottenMillis = 60 * 86_400_000;

/** As the chain has it, confirmed or finalized. */
interface Followed extends Pick<RecoveryState, 'recovery' | 'attempts'> {
  readonly state: Pick<RecoveryState['state'], 'account'>;
}

/**
 * Brings what the service knows up to what the chain says: who the guardians are, which recoveries run and from when on they can be finished, whoever began
 * them. The owner hears of each at once. Safe to run on several nodes at a time. Returns what is open.
 */
export async function followRecovery(
  deps: Pick<RecoveryDeps, 'db' | 'clock' | 'ids'>,
  identityId: string,
  { recovery, attempts, state }: Followed,
): Promise<Attempt[]> {
  if (!recovery) return listOpenAttempts(deps.db, [identityId]);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await rememberPolicy(tx, identityId, seenAs(recovery, recovery.nonce), now);
    for (const { newAuthority } of attempts)
      await insertAttempt(tx, {
        id: deps.ids.uuid(),
        identityId,
        mode: 'chain',
        compressedKey: newAuthority,
        passkey: null,
        sessionId: null,
        readyAt: null,
        now,
      });
    const open = await listOpenAttempts(tx, [identityId]);
    for (const attempt of open.filter(({ mode }) => mode === 'chain')) {
      const running = attempts.find(({ newAuthority }) => equalBytes(newAuthority, attempt.compressedKey));
      const isTaken = state.account && equalBytes(state.account.authority, attempt.compressedKey);
      if (running) {
        const readyAt = instantOf(running.readyAt);
        if (await setReadyAt(tx, attempt.id, readyAt))
          await notifyOwner(tx, {
            identityId,
            now,
            type: 'recovery.started',
            data: { readyAt: readyAt.toISOString() },
          });
        continue;
      }
      // It ran and does so no longer: cancelled, withdrawn or lapsed. Or nobody has approved it for as long as two votes live.
      const isOver = attempt.readyAt !== null || isForgotten(attempt, recovery, now);
      if (isOver && !isTaken && (await settleAttempt(tx, attempt.id, 'cancelled', now)))
        await recordEnded(tx, identityId, attempt.id, now);
    }
    return listOpenAttempts(tx, [identityId]);
  });
}

function isForgotten({ compressedKey, startedAt }: Attempt, { votes }: RecoveryAccount, now: Date): boolean {
  if (now.getTime() - startedAt.getTime() < forgottenMillis) return false;
  return !votes.some((vote) => vote && equalBytes(vote.authority, compressedKey));
}

/** It ended without anybody's word to us. */
export async function recordEnded(tx: Tx, identityId: string, target: string, now: Date): Promise<void> {
  await notifyOwner(tx, { identityId, now, type: 'recovery.cancelled', data: {} });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: 'chain',
    action: 'recovery.ended',
    target,
    details: {},
    origin: null,
  });
}
