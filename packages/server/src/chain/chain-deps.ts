import type { Address } from '@pid/protocol';
import type { RpcTransport } from '@solana/kit';
import type { FastifyInstance } from 'fastify';
import {
  failoverTransport,
  GenesisMismatchError,
  type ChainClient,
  type FailoverOptions,
  type RpcEndpoint,
} from '../platform/chain/client/index.ts';
import type { Route } from '../platform/http/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Needs } from '../platform/needs.ts';
import { pinGenesisHash } from './chain.store.ts';
import { mainnetGenesisHash } from './cluster-name.ts';
import type { ChainConfig } from './settings.ts';

/** An embedded chain in place of a cluster, with a faucet and a sample game. */
export interface DevelopmentChain {
  readonly client: ChainClient;
  readonly routes: readonly Route[];
  /** The path of its JSON-RPC endpoint once it is mounted. */
  readonly rpcPath: string;
  mount(http: FastifyInstance): void;
  /** Sends test money from the faucet. */
  fund(to: Address, amounts: { readonly lamports: bigint; readonly tokens: bigint }): Promise<void>;
  testToken(): Promise<{ readonly mint: Address; readonly decimals: number }>;
  /** The time until the next slot; null if the chain does not run in this process. */
  millisToNextSlot(): number | null;
  close(): Promise<void>;
}

export interface ChainDeps extends Needs<'db' | 'clock' | 'ids' | 'log'> {
  readonly config: ChainConfig;
  readonly metrics?: Metrics | undefined;
  /** Returns a secret of this database, created on first use. */
  readonly secret: (name: string) => Promise<Uint8Array>;
  /** The folder that contains `wallet.so`. */
  readonly programFolder: string;
}

/** Opens a chain if no cluster is configured. */
export type OpenDevelopmentChain = (deps: ChainDeps) => Promise<DevelopmentChain>;

/** Calls every endpoint with a timeout and retries, and only if it serves our chain. */
export function reliableTransport(
  { clock, log, db, metrics, config }: ChainDeps,
  endpoints: readonly RpcEndpoint[],
  patience: Pick<FailoverOptions, 'patienceMillis' | 'timeoutMillis'> = {},
): RpcTransport {
  const failures = metrics?.counter(
    'pid_chain_rpc_failures_total',
    'Chain RPC requests that failed and were retried',
    ['endpoint'],
  );
  let pinned: string | null = null;
  return failoverTransport({
    ...patience,
    endpoints,
    clock,
    log,
    async expectedGenesisHash(found) {
      if (config.mode === 'sandbox' && found === mainnetGenesisHash)
        throw new GenesisMismatchError(
          'an endpoint of PID_SOLANA_RPC_URL belongs to the mainnet, and PID_MODE is sandbox: name a test cluster',
        );
      return (pinned ??= await pinGenesisHash(db, found, clock.now()));
    },
    onFailure: (endpoint) => failures?.inc({ endpoint }),
  });
}
