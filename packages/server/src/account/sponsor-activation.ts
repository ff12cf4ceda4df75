import type { Reply } from '@pid/contract';
import { ACCOUNT_BYTES, protocolFeeLamports, type FeePolicy } from '@pid/protocol';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import type { WalletState } from './read-wallet.ts';
import { rentOf } from './rent.ts';

export type Sponsorship = Reply<'getSponsorship'>;

/**
 * Returns the cost of an activation: the missing rent of the account plus the fees. A sponsor pays exactly
 * this amount, so the vault's balance does not change. The rent is never returned, because a smart account is
 * never closed, so a farmer of identities gains nothing.
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

/**
 * Finds the sponsor of this player's activation. The request cannot name the app: it must be one to which the
 * player is connected. The budgets of the day, for all apps and for this app, must both cover the cost.
 */
export async function findSponsorship(
  { db, relay, listSponsors }: Pick<AccountDeps, 'db' | 'relay' | 'listSponsors'>,
  { identityId }: Pick<UserCaller, 'identityId'>,
  lamports: bigint,
): Promise<Sponsorship> {
  const { globalLamports, appLamports = 0n } = relay.limits.caps.sponsorship;
  if (globalLamports === 0n) return { status: 'off', app: null };
  const apps = await listSponsors(db, identityId);
  for (const app of apps) {
    const spent = await relay.sponsorshipSpent(app.clientId);
    if (globalLamports - spent.all >= lamports && appLamports - spent.app >= lamports)
      return { status: 'available', app };
  }
  return { status: apps.length > 0 ? 'exhausted' : 'no_app', app: null };
}
