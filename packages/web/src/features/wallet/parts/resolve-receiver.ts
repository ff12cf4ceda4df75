import { Refusal } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import type { Receiver } from './read-receiver.ts';
import type { Chain } from '../../../kit/api/shapes.ts';

export interface Destination {
  readonly address: string;
  /** The player who owns the wallet; null if the sender entered an address. */
  readonly pid: string | null;
}

/**
 * Returns the destination. A player's wallet is computed here from the name and the program, so that no
 * server can replace the address. The server only says whether the player exists. Returns null if not.
 */
export async function resolveReceiver(receiver: Receiver, chain: Chain): Promise<Destination | null> {
  if (receiver.kind === 'address') return { address: receiver.address, pid: null };
  try {
    const [{ chainAccount }] = await Promise.all([
      import('../../../../../sdk/src/chain.ts'),
      api.call('getPublicProfile', { pid: receiver.pid }, { session: 'none' }),
    ]);
    return { address: chainAccount(chain, receiver.pid).vault, pid: receiver.pid };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}
