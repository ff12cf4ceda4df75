import type { SolPriceReader } from '../chain/index.ts';

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
