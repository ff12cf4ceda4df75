import {
  ACCOUNT_BYTES,
  currentPolicy,
  protocolFeeLamports,
  toBase64Url,
  type FeePolicy,
} from '@pid/protocol';
import { listActivePasskeys } from '../credentials/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { activationTemplate, placeholder } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
import { rentOf } from './rent.ts';
import { observeAuthority } from './smart-accounts.store.ts';
import { activationCost, findSponsorship, type Sponsorship } from './sponsor-activation.ts';

export type ActivationStatus = 'funding_required' | 'ready' | 'activated';

export interface ActivationView {
  readonly pid: string;
  readonly status: ActivationStatus;
  readonly smartAccountAddress: string;
  readonly balanceLamports: number;
  readonly requiredLamports: number;
  readonly networkFeeLamports: number;
  readonly protocolFeeBps: number;
  readonly chainTime: number;
  readonly treasury: string;
  readonly feePolicyVersion: number;
  readonly rpIdHash: string;
}

/**
 * Returns the lamports that the vault must hold: the account's rent, the vault's own rent, the network fee
 * and the protocol fee. The vault's rent is included because the vault must end at zero or rent-exempt; with
 * it, every higher balance can activate too.
 */
export async function requiredFor(
  deps: AccountDeps,
  networkFeeLamports: bigint,
  policy: FeePolicy,
): Promise<bigint> {
  const [accountRent, vaultRent] = await Promise.all([
    rentOf(deps.chain, ACCOUNT_BYTES),
    rentOf(deps.chain, 0),
  ]);
  return accountRent + vaultRent + networkFeeLamports + protocolFeeLamports(networkFeeLamports, policy.bps);
}

export function activationView(
  pid: string,
  state: WalletState,
  policy: FeePolicy,
  amounts: { required: bigint; networkFee: bigint },
  status?: ActivationStatus,
): ActivationView {
  return {
    pid,
    status:
      status ??
      (state.account ? 'activated' : state.vaultLamports >= amounts.required ? 'ready' : 'funding_required'),
    smartAccountAddress: state.wallet.vault,
    balanceLamports: Number(state.vaultLamports),
    requiredLamports: Number(amounts.required),
    networkFeeLamports: Number(amounts.networkFee),
    protocolFeeBps: policy.bps,
    chainTime: Number(state.chainTime),
    treasury: state.config.treasury,
    feePolicyVersion: policy.version,
    rpIdHash: toBase64Url(state.config.rpIdHash),
  };
}

/** Returns the current state of the account and the cost of activation under the current policy. */
export async function getActivation(
  deps: AccountDeps,
  pid: string,
): Promise<{ view: ActivationView; state: WalletState }> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, pid));
  const policy = currentPolicy(state.config);
  const template = activationTemplate(
    state,
    policy,
    deps.chain.keys.registrar.address,
    state.chainTime,
    placeholder,
  );
  const feeLamports = await deps.relay.quoteFee(template, ownAccounts(state.wallet));
  const required = await requiredFor(deps, feeLamports, policy);
  return { view: activationView(pid, state, policy, { required, networkFee: feeLamports }), state };
}

/** Like `viewActivation`, for the owner: the status is also `ready` if a sponsor pays. */
export async function getOwnActivation(
  deps: AccountDeps,
  caller: UserCaller,
): Promise<{ view: ActivationView; state: WalletState; sponsorship: Sponsorship | null }> {
  const { view, state } = await getActivation(deps, caller.pid);
  if (view.status !== 'funding_required') return { view, state, sponsorship: null };
  const costOf = await activationCost(deps, state, currentPolicy(state.config));
  const sponsorship = await findSponsorship(deps, caller, costOf(BigInt(view.networkFeeLamports)));
  return {
    view: sponsorship.status === 'available' ? { ...view, status: 'ready' } : view,
    state,
    sponsorship,
  };
}

export async function getSponsorship(deps: AccountDeps, caller: UserCaller): Promise<Sponsorship> {
  return (await getOwnActivation(deps, caller)).sponsorship ?? { status: 'not_needed', app: null };
}

export async function getAccount(
  deps: AccountDeps,
  caller: UserCaller,
): Promise<ActivationView & { nonce: string; authorityCredentialId: string | null }> {
  const { view, state } = await getOwnActivation(deps, caller);
  const { account } = state;
  if (!account) return { ...view, nonce: '0', authorityCredentialId: null };
  await observeAuthority(deps.db, {
    identityId: caller.identityId,
    authority: account.authority,
    epoch: account.epoch,
    now: deps.clock.now(),
  });
  const passkeys = await listActivePasskeys(deps.db, caller.identityId);
  const authority = passkeys.find(({ compressedKey }) => compressedKey.equals(account.authority));
  return { ...view, nonce: account.nonce.toString(), authorityCredentialId: authority?.credentialId ?? null };
}
