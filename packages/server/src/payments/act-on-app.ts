import type { AppOperation } from '@pid/contract/app-roles';
import { recordAppAudit, type AuditOrigin } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { PaymentDeps } from './payment-deps.ts';

export interface ActionOnApp {
  readonly caller: Caller;
  readonly clientId: string;
  readonly operation: AppOperation;
  readonly origin: AuditOrigin;
}

interface Acted<Result> {
  readonly result: Result;
  /** For the audit log; null if nothing has changed. */
  readonly entry: {
    readonly action: string;
    readonly target: string;
    readonly details: Readonly<Record<string, unknown>>;
  } | null;
}

/**
 * Runs an action under the lock of the app: a concurrent removal of the member, a deletion or a transfer waits or is
 * seen. The audit log records actions of players. The app's own server was admitted before and leaves no entry. A
 * paused app is not refused here.
 */
export async function actOnApp<Result>(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'apps'>,
  { caller, clientId, operation, origin }: ActionOnApp,
  act: (tx: Tx) => Promise<Acted<Result>>,
): Promise<Result> {
  return deps.db.transaction(async (tx) => {
    await deps.apps.isPausedUnderLock(tx, clientId);
    if (caller.type === 'app') return (await act(tx)).result;
    const { ownerIdentityId } = await deps.apps.admit(tx, caller, clientId, operation);
    const { result, entry } = await act(tx);
    if (entry) {
      const { identityId, pid: actor } = caller;
      const event = { at: deps.clock.now(), identityId, actor, ...entry, origin };
      await recordAppAudit(tx, event, ownerIdentityId);
    }
    return result;
  });
}
