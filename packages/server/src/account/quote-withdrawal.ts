import type { Input } from '@pid/contract';
import { currentPolicy, findTokenAccountAddress, withdrawFees, type Address } from '@pid/protocol';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { assertDestination } from './check-withdrawal.ts';
import { placeholder, withdrawalTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf } from './read-wallet.ts';
import {
  assertMovableMint,
  missingRent,
  parseAsset,
  parseDestination,
  parseNote,
} from './withdrawal-asset.ts';

export interface WithdrawalQuote {
  readonly networkFeeLamports: string;
  readonly protocolFeeBps: number;
  readonly feePolicyVersion: number;
  readonly totalFeeLamports: string;
  readonly rentLamports: string;
  readonly chainTime: number;
  readonly treasury: string;
}

/**
 * Quotes the current fees of a withdrawal. The rent of a token account that must be created is a separate
 * field: exact if `to` is given, the maximum otherwise.
 */
export async function quoteWithdrawal(
  deps: AccountDeps,
  caller: UserCaller,
  body: Input<'quoteWithdrawal'>,
): Promise<WithdrawalQuote> {
  const mint = parseAsset(body.asset);
  const to = body.to === undefined ? null : parseDestination(body.to);
  const note = parseNote(body);
  const others: Address[] = [];
  if (to) others.push(to);
  if (mint) others.push(mint);
  if (mint && to) others.push(findTokenAccountAddress(to, mint).address);
  const state = await readWallet(deps.chain, walletOf(deps.chain, caller.pid), others);
  const found = new Map(others.map((address, index) => [address, state.others[index] ?? null]));
  if (to) assertDestination(state, to, found.get(to) ?? null);
  if (mint) assertMovableMint(found.get(mint) ?? null, mint);
  const rent = mint
    ? await missingRent(
        deps.chain,
        to ? (found.get(findTokenAccountAddress(to, mint).address) ?? null) : null,
      )
    : 0n;
  const policy = currentPolicy(state.config);
  const terms = {
    mint,
    destination: to ?? state.config.treasury,
    amount: 1n,
    nonce: state.account?.nonce ?? 1n,
    expiry: state.chainTime,
    note,
  };
  const template = withdrawalTemplate(state, policy, terms, placeholder);
  const feeLamports = await deps.relay.quoteFee(template, ownAccounts(state.wallet));
  const fees = withdrawFees(feeLamports, rent, policy.bps);
  return {
    networkFeeLamports: fees.networkFeeLamports.toString(),
    protocolFeeBps: policy.bps,
    feePolicyVersion: policy.version,
    totalFeeLamports: fees.totalFeeLamports.toString(),
    rentLamports: fees.rentLamports.toString(),
    chainTime: Number(state.chainTime),
    treasury: state.config.treasury,
  };
}
