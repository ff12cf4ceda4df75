import type { Chain } from '../chain/index.ts';
import { orChainError } from '../chain/index.ts';

const kept = new WeakMap<object, Map<number, bigint>>();

/** The rent-exempt minimum as this chain says; it is asked once a size, because it changes with a cluster's version at most. */
export async function rentOf(chain: Pick<Chain, 'client'>, dataBytes: number): Promise<bigint> {
  const known = kept.get(chain.client) ?? new Map<number, bigint>();
  kept.set(chain.client, known);
  const found =
    known.get(dataBytes) ?? BigInt(await orChainError(chain.client.rentExemptLamports(dataBytes)));
  known.set(dataBytes, found);
  return found;
}
