import type { Address } from '@pid/protocol';
import type { ChainClient, OnChainAccount } from '../platform/chain/client/index.ts';

/** Queries each configured endpoint separately. */
export interface Witnesses {
  /** False if a single party could decide alone; then `agree` always returns false. */
  readonly canDecide: boolean;
  /**
   * Whether a majority of the endpoints respond and all responses show a finalized account for which `isIt`
   * holds.
   */
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

/** Two endpoints on one host count as one party. */
export function countHosts(urls: readonly URL[]): number {
  return new Set(urls.map(({ hostname }) => hostname)).size;
}
