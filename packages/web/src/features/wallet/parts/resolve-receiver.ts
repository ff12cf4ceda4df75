import { Refusal } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import type { Receiver } from './read-receiver.ts';
import type { Chain } from './shapes.ts';

export interface Destination {
  readonly address: string;
  /** The player whose wallet it is; null for an address. */
  readonly pid: string | null;
}

/**
 * Where to send to. A player's wallet is worked out here from the name and the program, so that no server can put another address in its
 * place; the server is only asked whether there is such a player. Null when there is none.
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
