import type { Reply } from '@pid/contract';
import type { Queryable } from '../../platform/db/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { getProfile } from '../../profile/index.ts';
import { userHandleOf } from './passkey-options.ts';
import { listAllPasskeys, type Passkey } from './passkeys.store.ts';
import type { RelyingParty } from './use-passkey.ts';

/**
 * Returns our ids of passkeys that are, or can still become, the authority of the identity's vault, whatever
 * their status in the database. Returns null while this is uncertain: an operation is pending, or the
 * database does not know the authority's key.
 */
export type MayStillGuard = (
  db: Queryable,
  identityId: string,
  passkeys: readonly Passkey[],
) => Promise<readonly string[] | null>;

interface SignalDeps {
  readonly db: Queryable;
  readonly relyingParty: RelyingParty;
  readonly mayStillGuard?: MayStillGuard | undefined;
}

/**
 * Returns the data for the WebAuthn Signal API. A passkey manager may permanently delete passkeys that are
 * not in the list, so only passkeys that have certainly ended are left out.
 */
export async function passkeySignals(deps: SignalDeps, caller: UserCaller): Promise<Reply<'passkeySignals'>> {
  const { identityId, pid } = caller;
  const passkeys = await listAllPasskeys(deps.db, identityId);
  const guarding = deps.mayStillGuard ? await deps.mayStillGuard(deps.db, identityId, passkeys) : [];
  const profile = await getProfile(deps.db, identityId);
  return {
    rpId: deps.relyingParty.rpId,
    userId: userHandleOf(identityId),
    name: pid,
    displayName: profile.displayName ?? pid,
    acceptedCredentialIds:
      guarding &&
      passkeys
        .filter(({ id, status }) => status !== 'revoked' || guarding.includes(id))
        .map(({ credentialId }) => credentialId),
  };
}
