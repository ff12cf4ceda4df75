import type { Chain } from '../chain/index.ts';
import { orChainError } from '../chain/index.ts';

const kept = new WeakMap<object, Map<number, bigint>>();

/**
 * Returns the chain's rent-exempt minimum. It is cached per size, because it changes only with a cluster's
 * version.
 */
export async function rentOf(chain: Pick<Chain, 'client'>, dataBytes: number): Promise<bigint> {
  const known = kept.get(chain.client) ?? new Map<number, bigint>();
  kept.set(chain.client, known);
  const found = known.get(dataBytes) ?? (await orChainError(chain.client.rentExemptLamports(dataBytes)));
  known.set(dataBytes, found);
  return found;
}
