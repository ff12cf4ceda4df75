import { addressBytes, toAddress } from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { ProgramScope } from './describe-grant.ts';

/**
 * Returns the chain's genesis hash and PID's program. Neither changes, so they are read once per process.
 * Callers wait until the chain has responded once.
 */
export function programScope(
  chain: Pick<Chain, 'client' | 'programId'>,
): () => ProgramScope | Promise<ProgramScope> {
  let known: ProgramScope | null = null;
  let asking: Promise<ProgramScope> | null = null;

  async function ask(): Promise<ProgramScope> {
    const genesisHash = await orChainError(chain.client.genesisHash());
    known = { genesisHash: addressBytes(toAddress(genesisHash)), program: chain.programId };
    return known;
  }

  const read = () =>
    known ??
    (asking ??= ask().finally(() => {
      asking = null;
    }));
  // Read at start, so that the first request does not wait. After a failure the next caller reads again.
  Promise.resolve(read()).catch(() => null);
  return read;
}
