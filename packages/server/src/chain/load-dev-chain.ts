import type { Address } from '@pid/protocol';
import type { ChainClient } from '../platform/chain/client/index.ts';
import type { Route } from '../platform/http/index.ts';
import { loadDevelopmentPart } from '../platform/development-parts.ts';

/** A chain in place of a cluster, with play money and a game to try. */
export interface DevelopmentChain {
  readonly client: ChainClient;
  readonly routes: readonly Route[];
  testToken(): Promise<{ readonly mint: Address; readonly decimals: number }>;
  /** How long until the next slot begins, while the chain is in this process. */
  millisToNextSlot(): number | null;
  close(): Promise<void>;
}

/** The package is of development: a production install does not have it. */
export function loadDevChain() {
  return loadDevelopmentPart(
    () => import('@pid/dev-chain'),
    '@pid/dev-chain is not installed: set PID_SOLANA_RPC_URL to a cluster',
  );
}
