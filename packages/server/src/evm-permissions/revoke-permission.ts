import type { PermissionDetail } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Caller } from '../platform/http/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { getPermission, type ShowDeps } from './get-permission.ts';
import { endRecord, findRecord } from './permissions.store.ts';
import { viewerOf } from './viewer.ts';

/**
 * The owner revokes the permission, or the app that holds it gives it up. Repeating the request changes
 * nothing.
 */
export async function revokePermission(
  deps: ShowDeps & Needs<'db' | 'clock'>,
  input: { caller: Caller; id: string; origin: AuditOrigin },
): Promise<PermissionDetail> {
  const { caller, id, origin } = input;
  await deps.db.transaction(async (tx) => {
    const record = await findRecord(tx, id, viewerOf(caller));
    if (!record) throw refuse('no_such_permission');
    const now = deps.clock.now();
    const isApp = caller.type === 'app';
    if (!(await endRecord(tx, id, isApp ? 'given up by the app' : 'revoked by the owner', now))) return;
    const actor = isApp ? `app:${caller.clientId}` : caller.pid;
    await recordAudit(tx, {
      at: now,
      identityId: record.identityId,
      actor,
      action: 'permission.revoked',
      target: id,
      details: { digest: record.digest },
      origin,
    });
  });
  return getPermission(deps, id, viewerOf(caller));
}
