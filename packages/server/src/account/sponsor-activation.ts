import type { Reply } from '@pid/contract';
import { ACCOUNT_BYTES, protocolFeeLamports, type FeePolicy } from '@pid/protocol';
import type { Queryable } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import type { WalletState } from './read-wallet.ts';
import { rentOf } from './rent.ts';

export interface SponsorApp {
  readonly clientId: string;
  readonly name: string;
}

/** Verified apps, not paused, to which an active player is connected; those first where the player signed in last. */
export type ListSponsors = (db: Queryable, identityId: string) => Promise<readonly SponsorApp[]>;

export type Sponsorship = Reply<'getSponsorship'>;

/**
 * What an activation takes out of a vault: the rent that the account lacks and the fees. Paying exactly this leaves the vault as it
 * was, and nobody gets that rent back, because a smart account is never closed: there is nothing in it for who collects identities.
 */
export async function activationCost(
  { chain }: Pick<AccountDeps, 'chain'>,
  { accountLamports }: WalletState,
  policy: FeePolicy,
): Promise<(networkFeeLamports: bigint) => bigint> {
  const missing = (await rentOf(chain, ACCOUNT_BYTES)) - accountLamports;
  const rent = missing > 0n ? missing : 0n;
  return (networkFee) => rent + networkFee + protocolFeeLamports(networkFee, policy.bps);
}

/** Who pays for this player's activation today. No request names the app: it is one to which the player is connected now. */
export async function findSponsorship(
  { db, relay, listSponsors }: Pick<AccountDeps, 'db' | 'relay' | 'listSponsors'>,
  { identityId }: Pick<UserCaller, 'identityId'>,
  lamports: bigint,
): Promise<Sponsorship> {
  if (relay.limits.caps.sponsorship.globalLamports === 0n) return { status: 'off', app: null };
  const apps = await listSponsors(db, identityId);
  for (const app of apps)
    if ((await relay.sponsorshipLeft(app.clientId)) >= lamports) return { status: 'available', app };
  return { status: apps.length > 0 ? 'exhausted' : 'no_app', app: null };
}
