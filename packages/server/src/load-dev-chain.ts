import type { DevelopmentChain, ChainDeps } from './chain/index.ts';
import { loadDevelopmentPart } from './platform/optional-parts.ts';

/** A development dependency: a production install does not have this package. */
export function loadDevChain() {
  return loadDevelopmentPart(
    () => import('@pid/dev-chain'),
    '@pid/dev-chain is not installed: set PID_SOLANA_RPC_URL to a cluster',
  );
}

/** Opens the chain that a service without a cluster uses. */
export async function openDevelopmentChain(deps: ChainDeps): Promise<DevelopmentChain> {
  return (await loadDevChain()).openDevelopmentChain(deps);
}
