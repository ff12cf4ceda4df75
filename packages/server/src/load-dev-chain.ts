import type { DevelopmentChain, ChainDeps } from './chain/index.ts';
import { loadDevelopmentPart } from './platform/development-parts.ts';

/** The package is of development: a production install does not have it. */
export function loadDevChain() {
  return loadDevelopmentPart(
    () => import('@pid/dev-chain'),
    '@pid/dev-chain is not installed: set PID_SOLANA_RPC_URL to a cluster',
  );
}

/** What a service without a cluster opens instead. */
export async function openDevelopmentChain(deps: ChainDeps): Promise<DevelopmentChain> {
  return (await loadDevChain()).openDevelopmentChain(deps);
}
