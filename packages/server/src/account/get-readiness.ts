import type { Reply } from '@pid/contract';
import { listActivePasskeys, listCountingPasskeys } from '../credentials/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { findAuthority, observeAuthority } from './smart-accounts.store.ts';
import { getOwnActivation } from './get-account.ts';

type Missing = Reply<'getReadiness'>['missing'];

/**
 * Reports whether the player can open game sessions. The chain is queried only until the account is known to
 * be activated, because apps call this often.
 */
export async function getReadiness(deps: AccountDeps, caller: UserCaller): Promise<Reply<'getReadiness'>> {
  const missing = await findMissing(deps, caller);
  return { canPlay: missing.length === 0, missing };
}

async function findMissing(deps: AccountDeps, caller: UserCaller): Promise<Missing> {
  const known = (await findAuthority(deps.db, caller.identityId)) ?? (await lookAtChain(deps, caller));
  if (Array.isArray(known)) return known;
  const passkeys = await listActivePasskeys(deps.db, caller.identityId);
  return passkeys.some(({ compressedKey }) => compressedKey.equals(known.authority)) ? [] : ['passkey'];
}

/**
 * Returns the missing requirements of an unactivated account, or the authority if the account turns out to be
 * activated.
 */
async function lookAtChain(
  deps: AccountDeps,
  caller: UserCaller,
): Promise<Missing | { authority: Uint8Array }> {
  const { view, state } = await getOwnActivation(deps, caller);
  if (state.account) {
    const { authority, epoch } = state.account;
    const now = deps.clock.now();
    await observeAuthority(deps.db, { identityId: caller.identityId, authority, epoch, now });
    return { authority };
  }
  const counting = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  return [
    ...(counting.length === 0 ? (['passkey'] as const) : []),
    ...(view.status === 'funding_required' ? (['funding'] as const) : []),
    'activation',
  ];
}
