export const mainnetGenesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

const publicClusters = new Map([
  [mainnetGenesisHash, 'mainnet-beta'],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkrZBiG', 'devnet'],
  ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', 'testnet'],
]);

/** The common name of the cluster with this genesis hash. */
export function clusterName(genesisHash: string, embedded: boolean): string {
  return embedded ? 'embedded' : (publicClusters.get(genesisHash) ?? 'custom');
}
