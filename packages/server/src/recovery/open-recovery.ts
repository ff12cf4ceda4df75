import type { Slice } from '../platform/slice.ts';
import { leaveEverybody } from './leave-guardianship.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { recoveryRoutes } from './recovery.routes.ts';
import { eraseRecovery, listOpenAttempts } from './recovery.store.ts';
import { recordPolicy } from './set-recovery-policy.ts';
import { undoPolicy } from './undo-policy.ts';
import { recoveryWatch } from './watch-recoveries.ts';

export function openRecovery(deps: RecoveryDeps): Slice {
  // Votes, cancellations and finishes take effect through the watch, which trusts only finalized blocks.
  deps.relay.onOutcome('set_recovery_policy', { confirmed: recordPolicy, undone: undoPolicy });
  return {
    routes: recoveryRoutes(deps),
    jobs: [recoveryWatch(deps)],
    async erase(tx, { id }, now) {
      await leaveEverybody(tx, id, now);
      await eraseRecovery(tx, id);
    },
    export: {
      recoveries: async (db, identityId) =>
        (await listOpenAttempts(db, [identityId])).map(({ id, mode, startedAt, readyAt }) => ({
          id,
          mode,
          startedAt,
          readyAt,
        })),
    },
  };
}
