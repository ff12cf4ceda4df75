import { addressBytes, toAddress } from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { ProgramScope } from './describe-grant.ts';

/**
 * The chain's genesis hash and our program, read once and kept for the life of the process: neither ever changes. Until the
 * chain has answered once, callers wait for it.
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
  // Asked at start, so that the first request does not wait; a failure is asked again by whoever needs it.
  Promise.resolve(read()).catch(() => null);
  return read;
}
