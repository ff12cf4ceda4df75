import { lockIdentity } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { readyAfterFreeze } from './recovery-states.ts';
import { listOpenAttempts, restartDelay } from './recovery.store.ts';

/**
 * Called when a freeze that delays recoveries begins or is lifted early. The lock makes it wait for a start
 * or finish in progress, and makes the next one wait for the freeze.
 */
export async function delayRecovery(
  tx: Tx,
  identityId: string,
  freeze: { readonly from: Date; readonly until: Date },
): Promise<void> {
  await lockIdentity(tx, identityId);
  for (const attempt of await listOpenAttempts(tx, [identityId])) {
    const readyAt = readyAfterFreeze(attempt, freeze);
    if (readyAt) await restartDelay(tx, attempt.id, readyAt, freeze.from);
  }
}
