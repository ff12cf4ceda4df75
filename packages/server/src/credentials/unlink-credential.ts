import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { endSessions } from '../sessions/index.ts';
import { deleteLogin, listLogins, mailAddressOf } from './credentials.store.ts';
import { listActivePasskeys, type AuthorityOf, type Passkey } from './passkeys/index.ts';

export interface UnlinkDeps extends Needs<'db' | 'clock'> {
  readonly authorityOf: AuthorityOf;
}

/**
 * Unlinks a provider login. Removing a passkey requires a signature, so it is refused here with a message
 * that names the right operation.
 */
export async function unlinkCredential(
  deps: UnlinkDeps,
  input: { caller: UserCaller; credentialId: string; origin: AuditOrigin },
): Promise<void> {
  const { identityId, pid } = input.caller;
  await deps.db.transaction(async (tx) => {
    // Two concurrent unlinks must not each count the other's login as the remaining one.
    await lockIdentity(tx, identityId);
    const passkeys = await listActivePasskeys(tx, identityId);
    const passkey = passkeys.find(({ id }) => id === input.credentialId.toLowerCase());
    if (passkey) throw await refusalFor(deps, tx, passkey);
    const removed = await deleteLogin(tx, identityId, input.credentialId);
    if (!removed) throw refuse('not_found', {}, 'No such credential');
    if (passkeys.length === 0 && (await listLogins(tx, identityId)).length === 0) throw refuse('last_way_in');
    const now = deps.clock.now();
    const sessionsEnded = await endSessions(tx, {
      identityId,
      exceptId: input.caller.sessionId,
      openedWith: removed.id,
      reason: 'credential removed',
      now,
    });
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: pid,
      action: 'credential.unlinked',
      target: removed.id,
      details: { provider: removed.provider, sessionsEnded },
      origin: input.origin,
    });
    await notifyOwner(tx, {
      identityId,
      now,
      type: 'login.unlinked',
      data: { provider: removed.provider },
      lostAddresses: [mailAddressOf(removed) ?? []].flat(),
    });
  });
}

async function refusalFor(deps: UnlinkDeps, tx: Tx, passkey: Passkey) {
  return (await deps.authorityOf(tx, passkey.identityId)) === passkey.credentialId
    ? refuse('passkey_is_authority')
    : refuse('passkey_needs_assertion');
}
