import type { Slice } from '../platform/slice.ts';
import { endAttempts } from './cancel-recovery.ts';
import { leaveEverybody } from './leave-guardianship.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { recoveryRoutes } from './recovery.routes.ts';
import { eraseRecovery, listOpenAttempts } from './recovery.store.ts';
import { recordPolicy } from './set-policy.ts';
import { undoCancelling, undoPolicy } from './undo-steps.ts';
import { recoveryWatch } from './watch-recoveries.ts';

export function openRecovery(deps: RecoveryDeps): Slice {
  // A finish takes effect here by the watch, which believes finalized blocks alone.
  deps.relay.onOutcome('cancel_recovery', {
    confirmed: (tx, { identityId }, now) => endAttempts(tx, identityId, now),
    undone: undoCancelling,
  });
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
