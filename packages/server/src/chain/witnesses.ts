import type { Address } from '@pid/protocol';
import type { ChainClient, OnChainAccount } from '../platform/chain/client/index.ts';

/** The configured endpoints, each asked by itself. */
export interface Witnesses {
  /** False where one endpoint could decide alone: then nothing is decided by asking. */
  readonly canDecide: boolean;
  /** Whether most of the endpoints, and all that answer, show this account finalized as `isIt` demands. */
  agree(address: Address, isIt: (account: OnChainAccount | null) => boolean): Promise<boolean>;
}

export function openWitnesses(clients: readonly ChainClient[], canDecide: boolean): Witnesses {
  return {
    canDecide,
    async agree(address, isIt) {
      if (!canDecide) return false;
      const answers = await Promise.allSettled(
        clients.map((client) => client.account(address, { commitment: 'finalized' })),
      );
      const seen = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.account] : []));
      return seen.length * 2 > clients.length && seen.every(isIt);
    },
  };
}

/** Two addresses on one host are one party. */
export function countHosts(urls: readonly URL[]): number {
  return new Set(urls.map(({ hostname }) => hostname)).size;
}
