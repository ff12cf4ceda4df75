import { accountIdFromPid, brandPasskeyPoint, decodeAccount, findAccountAddress } from '@pid/protocol';
import { observeNewestAuthority } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { orChainError } from '../chain/index.ts';
import { listLogins, type Adoption } from '../credentials/index.ts';
import { findRecoveryHold } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { knowRecovery } from './know-recovery.ts';
import { followRecovery, isAgreed, type FollowDeps } from './follow-recovery.ts';
import { readSights } from './read-sights.ts';
import { mayMove } from './recovery-states.ts';
import { findFirstTold, finishByKey, settleOthers } from './recovery.store.ts';
import { refuseFor } from './refuse-for.ts';

export interface AdoptionDeps extends FollowDeps {
  readonly config: { readonly admins: readonly string[] };
}

type MayAdopt = Parameters<Adoption['assertMayAdopt']>[0];

/** Reads the chain for the sign-in of an unknown passkey, and adopts the passkey if it is the authority. */
export function openAdoption(deps: AdoptionDeps): Adoption {
  const { chain } = deps;
  return {
    async authorityOf(pid) {
      const { address } = findAccountAddress(chain.programId, accountIdFromPid(pid));
      // Finalized only: a fork can revert a confirmed change, and the adopted passkey with it.
      // mutant: 'finalized' => 'confirmed'
      const { account } = await orChainError(chain.client.account(address, { commitment: 'finalized' }));
      return account?.owner === chain.programId ? decodeAccount(account.data) : null;
    },
    assertMayAdopt: (adopted) => assertMayAdopt(deps, adopted),
    async take(tx, { identity, authority, epoch, revoked, now }) {
      const identityId = identity.id;
      if (!(await observeNewestAuthority(tx, { identityId, authority, epoch, now }))) return false;
      await finishByKey(tx, identityId, Buffer.from(authority), now);
      await settleOthers(tx, identityId, now);
      await recordAudit(tx, {
        at: now,
        identityId,
        actor: 'chain',
        action: 'recovery.adopted',
        target: identity.pid,
        details: { epoch, passkeysRevoked: revoked },
        origin: null,
      });
      return true;
    },
  };
}

/**
 * Refuses unless the endpoints agree, the owner had time to object, and the player has a recent sign-in at
 * the provider.
 */
async function assertMayAdopt(
  deps: AdoptionDeps,
  { identity, authority, epoch, isRecentAtProvider }: MayAdopt,
): Promise<void> {
  const { db, chain, clock, config } = deps;
  if (config.admins.includes(identity.pid)) throw refuse('not_yet', { reason: 'administrator', from: 0 });
  const accountId = accountIdFromPid(identity.pid);
  if (!(await orChainError(isAgreed(chain, { accountId, authority: brandPasskeyPoint(authority), epoch }))))
    throw refuse('not_yet', { reason: 'endpoints', from: 0 });
  const [sight] = await orChainError(readSights(chain, [identity.pid]));
  if (sight) await followRecovery(deps, identity.id, sight);
  // A certificate or a lost passkey gives access to the vault, but never a sign-in.
  const { isOurs } = await knowRecovery(db, identity.id);
  const told = await findFirstTold(db, identity.id, Buffer.from(authority));
  if (!isOurs || !told) throw refuse('passkey_unknown');
  const from = told.startedAt.getTime() / 1000 + told.delaySeconds;
  if (clock.nowMillis() / 1000 < from) throw refuse('not_yet', { reason: 'delay', from: Math.ceil(from) });
  refuseFor(mayMove(await findRecoveryHold(db, identity.id, clock.now())));
  if (!isRecentAtProvider && (await listLogins(db, identity.id)).length > 0)
    throw refuse('not_yet', { reason: 'provider', from: 0 });
}
