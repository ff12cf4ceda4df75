import type { Address } from '@pid/protocol';
import { clusterName, orChainError, type Chain } from '../chain/index.ts';
import type { TokenName } from './token-names.ts';

const wrappedSol = { So11111111111111111111111111111111111111112: ['Wrapped SOL', 'wSOL'] };

/**
 * Mints whose names are verified, by cluster. Compare a new address with the issuer's own page, letter by letter: a
 * wrong one would vouch for a forgery.
 */
const knownMints: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'mainnet-beta': {
    ...wrappedSol,
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: ['USD Coin', 'USDC'],
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: ['Tether USD', 'USDT'],
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': ['PayPal USD', 'PYUSD'],
    HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: ['Euro Coin', 'EURC'],
  },
  devnet: {
    ...wrappedSol,
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': ['USD Coin', 'USDC'],
  },
  testnet: wrappedSol,
};

/** Null if the mint is not known. */
export function knownName(cluster: string, mint: Address): TokenName | null {
  const mints = knownMints[cluster] ?? {};
  const [name, symbol] = (Object.hasOwn(mints, mint) && mints[mint]) || [];
  return name !== undefined && symbol !== undefined ? { name, symbol } : null;
}

/** The development chain has one known mint, that of its faucet. */
export async function openKnownNames({
  development,
  deployment,
}: Chain): Promise<(mint: Address) => TokenName | null> {
  if (development) {
    const { mint: testMint } = await orChainError(development.testToken());
    return (mint) => (mint === testMint ? { name: 'Test token', symbol: 'TEST' } : null);
  }
  const { genesisHash } = await orChainError(deployment());
  return (mint) => knownName(clusterName(genesisHash, false), mint);
}
