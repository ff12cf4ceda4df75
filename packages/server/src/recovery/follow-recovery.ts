import { equalBytes } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { rememberGuardians } from './guardians.store.ts';
import { instantOf, type RecoveryState } from './read-recovery.ts';
import {
  insertAttempt,
  listOpenAttempts,
  setReadyAt,
  settleAttempt,
  type Attempt,
} from './recovery.store.ts';

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
    await rememberGuardians(tx, identityId, recovery.guardians);
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
      } else if (attempt.readyAt && !isTaken && (await settleAttempt(tx, attempt.id, 'cancelled', now))) {
        // It ran and does so no longer: cancelled, withdrawn or lapsed.
        await notifyOwner(tx, { identityId, now, type: 'recovery.cancelled', data: {} });
        await recordAudit(tx, {
          at: now,
          identityId,
          actor: 'chain',
          action: 'recovery.ended',
          target: attempt.id,
          details: {},
          origin: null,
        });
      }
    }
    return listOpenAttempts(tx, [identityId]);
  });
}
