import type { Tx } from '../platform/db/index.ts';
import { readyAfterFreeze } from './recovery-states.ts';
import { listOpenAttempts, restartDelay } from './recovery.store.ts';

/** A freeze that holds up recoveries begins, or is lifted before its time. */
export async function delayRecovery(
  tx: Tx,
  identityId: string,
  freeze: { readonly from: Date; readonly until: Date },
): Promise<void> {
  for (const attempt of await listOpenAttempts(tx, [identityId])) {
    const readyAt = readyAfterFreeze(attempt, freeze);
    if (readyAt) await restartDelay(tx, attempt.id, readyAt, freeze.from);
  }
}
