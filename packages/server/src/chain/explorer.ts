const usual = 'https://explorer.solana.com/tx/{signature}';
const ofCluster = new Map([
  ['mainnet-beta', usual],
  ['devnet', `${usual}?cluster=devnet`],
  ['testnet', `${usual}?cluster=testnet`],
]);

/** Where a transaction can be looked at by anybody; null where the operator wants none, or nobody else knows the chain. */
export function explorerOf(configured: string | null, cluster: string): string | null {
  if (configured === 'none') return null;
  return configured ?? ofCluster.get(cluster) ?? null;
}
