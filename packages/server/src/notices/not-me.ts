import type { AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { againMillis, freeze, type FreezeDeps } from './freeze-identity.ts';
import { spendNotMeToken } from './freezes.store.ts';

/**
 * "This was not me": the receiver of the mail ends all sessions and freezes the identity. The link needs no
 * session, so that it works even if a thief controls the account. For that reason it is single-use and allows
 * one freeze in seven days. Returns the end of the freeze in unix seconds.
 */
export async function notMe(
  deps: FreezeDeps,
  input: { token: string; signedInAs: string | null; origin: AuditOrigin },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const identityId = await spendNotMeToken(tx, sha256(input.token), now);
    if (!identityId) throw refuse('not_me_refused');
    const isOwnSession = input.signedInAs === identityId;
    const again = isOwnSession ? now : new Date(now.getTime() - againMillis);
    const { origin } = input;
    // Throw inside the transaction: the rollback keeps the link usable for later.
    return freeze(tx, deps, { identityId, now, again, actor: 'owner of the mailbox', by: 'link', origin });
  });
}
