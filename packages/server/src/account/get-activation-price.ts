import type { Reply } from '@pid/contract';
import { currentPolicy } from '@pid/protocol';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { activationPrice } from './activation-offer.ts';
import { activationTemplate, placeholder } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf } from './read-wallet.ts';
import { activationCost } from './sponsor-activation.ts';

/** Quotes the activation in rupiah. `activateAccount` computes the price again and decides. */
export async function getActivationPrice(
  deps: AccountDeps,
  { pid, identityId }: UserCaller,
): Promise<Reply<'getActivationPrice'>> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, pid));
  if (state.account) return { available: false, price: null, lamports: '0' };
  const policy = currentPolicy(state.config);
  const costOf = await activationCost(deps, state, policy);
  const registrar = deps.chain.keys.registrar.address;
  const template = activationTemplate(state, policy, registrar, state.chainTime, placeholder, costOf);
  const lamports = costOf(await deps.relay.quoteFee(template, ownAccounts(state.wallet)));
  const { relayerLamports } = state;
  const price = activationPrice(deps.offer, lamports);
  const available =
    price !== null && (await deps.relay.hasRoom({ pool: 'paid', identityId, lamports, relayerLamports }));
  return { available, price: available ? Number(price) : null, lamports: lamports.toString() };
}
