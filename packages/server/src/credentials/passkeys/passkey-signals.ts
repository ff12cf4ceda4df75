import type { Reply } from '@pid/contract';
import type { Queryable } from '../../platform/db/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { getProfile } from '../../profile/index.ts';
import { userHandleOf } from './passkey-options.ts';
import { listAllPasskeys, type Passkey } from './passkeys.store.ts';
import type { RelyingParty } from './use-passkey.ts';

/**
 * Our ids of passkeys that are, or may still become, the authority of the identity's vault, whatever the database thinks of them. Null
 * while that is not certain: something is under way, or the authority is a key that is not known here.
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

/** What keepers of passkeys may be told. What is left out may be gone for good, so only what was ended for certain is. */
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
