import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { markReplay, readIdempotencyKey, route, type Route } from '../platform/http/index.ts';
import { approveRecovery } from './approve-recovery.ts';
import { checkGuardians } from './check-guardians.ts';
import { cancelRecovery } from './cancel-recovery.ts';
import { finishRecovery } from './finish-recovery.ts';
import { leaveGuardianship } from './leave-guardianship.ts';
import { listGuardianships } from './list-guardianships.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { setRecoveryPolicy } from './set-recovery-policy.ts';
import { startRecovery } from './start-recovery.ts';
import { getRecovery } from './get-recovery.ts';

export function recoveryRoutes(deps: RecoveryDeps): Route[] {
  return [
    route(operations.getRecovery, ({ caller }) => getRecovery(deps, caller)),
    route(operations.checkGuardians, ({ caller, body }) => checkGuardians(deps, caller, body.pids)),
    route(operations.setRecoveryPolicy, async ({ caller, request, reply, body }) => {
      const idempotencyKey = readIdempotencyKey(request, 'setRecoveryPolicy');
      const asked = { caller, origin: originOf(request), idempotencyKey };
      const { signature, replayed } = await setRecoveryPolicy(deps, asked, body);
      markReplay(reply, replayed);
      return { signature, status: 'confirmed' as const };
    }),
    route(operations.startRecovery, ({ caller, request, body }) =>
      startRecovery(deps, { caller, origin: originOf(request) }, body),
    ),
    route(operations.approveRecovery, async ({ caller, request, params, body }) => {
      const approval = { caller, origin: originOf(request), id: params.id, body };
      return { ...(await approveRecovery(deps, approval)), status: 'confirmed' as const };
    }),
    route(operations.cancelRecovery, async ({ caller, request, params, body, requireStepUp }) => {
      const asked = { caller, origin: originOf(request), idempotencyKey: null };
      const votedBy = await cancelRecovery(deps, asked, { id: params.id, body, requireStepUp });
      return { ok: true, votedBy };
    }),
    route(operations.finishRecovery, async ({ caller, params }) => {
      await finishRecovery(deps, caller, params.id);
      return { ok: true };
    }),
    route(operations.listGuardianships, ({ caller }) => listGuardianships(deps, caller)),
    route(operations.leaveGuardianship, async ({ caller, request, params }) => {
      await leaveGuardianship(deps, { caller, origin: originOf(request) }, params.pid);
      return { ok: true };
    }),
  ];
}
