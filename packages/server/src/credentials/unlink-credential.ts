import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { lockIdentity } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors, defineError } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { deleteLogin, listLogins } from './credentials.store.ts';

export const lastWayIn = defineError('last_way_in', 400, 'This is the last way into the identity: link another login first');

export async function unlinkCredential(
  deps: { db: Database; clock: Clock },
  input: { caller: UserCaller; credentialId: string; origin: AuditOrigin },
): Promise<void> {
  const { identityId, pid } = input.caller;
  await deps.db.transaction(async (tx) => {
    // Two unlinks at once must not each see the other's login as the one that remains.
    await lockIdentity(tx, identityId);
    const removed = await deleteLogin(tx, identityId, input.credentialId);
    if (!removed) throw commonErrors.notFound('No such credential');
    if ((await listLogins(tx, identityId)).length === 0) throw lastWayIn();
    await recordAudit(tx, { at: deps.clock.now(), identityId, actor: pid, action: 'credential.unlinked', target: removed.id, details: { provider: removed.provider }, origin: input.origin });
  });
}
