import type { Reply } from '@pid/contract';
import { currentPolicy } from '@pid/protocol';
import type { SolPriceReader } from '../chain/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { activationTemplate, placeholder } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf } from './read-wallet.ts';
import { activationCost } from './sponsor-activation.ts';

/** The terms on which activations are sold for rupiah. */
export interface ActivationOffer {
  readonly readSolPrice: SolPriceReader;
  readonly marginBps: bigint;
}

const lamportsPerSol = 1_000_000_000n;
/** Prices are multiples of Rp100, so that small movements of SOL seldom change a quote before the player confirms. */
const step = 100n;

/** The price in rupiah, rounded up; null if activations are not sold or the price of SOL is unknown. */
export function activationPrice(offer: ActivationOffer | null, lamports: bigint): bigint | null {
  const sol = offer?.readSolPrice();
  if (!offer || !sol) return null;
  const rupiahPerSol = BigInt(Math.ceil(sol.idr));
  const rupiah = ceilDivide(lamports * rupiahPerSol * (10_000n + offer.marginBps), lamportsPerSol * 10_000n);
  return ceilDivide(rupiah, step) * step;
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

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
