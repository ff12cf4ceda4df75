const usual = 'https://explorer.solana.com/tx/{signature}';
const ofCluster = new Map([
  ['mainnet-beta', usual],
  ['devnet', `${usual}?cluster=devnet`],
  ['testnet', `${usual}?cluster=testnet`],
]);

/** The explorer's address; null if the operator disabled it or the chain is not public. */
export function explorerOf(configured: string | null, cluster: string): string | null {
  if (configured === 'none') return null;
  return configured ?? ofCluster.get(cluster) ?? null;
}
