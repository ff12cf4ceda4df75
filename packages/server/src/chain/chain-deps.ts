import type { Address } from '@pid/protocol';
import type { RpcTransport } from '@solana/kit';
import type { FastifyInstance } from 'fastify';
import {
  failoverTransport,
  type ChainClient,
  type FailoverOptions,
  type RpcEndpoint,
} from '../platform/chain/client/index.ts';
import type { Route } from '../platform/http/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Needs } from '../platform/needs.ts';
import { pinGenesisHash } from './chain.store.ts';

/** A chain in place of a cluster, with play money and a game to try. */
export interface DevelopmentChain {
  readonly client: ChainClient;
  readonly routes: readonly Route[];
  /** Where its JSON-RPC answers, once it is mounted. */
  readonly rpcPath: string;
  mount(http: FastifyInstance): void;
  testToken(): Promise<{ readonly mint: Address; readonly decimals: number }>;
  /** How long until the next slot begins, while the chain is in this process. */
  millisToNextSlot(): number | null;
  close(): Promise<void>;
}

export interface ChainDeps extends Needs<'config' | 'db' | 'clock' | 'ids' | 'log'> {
  readonly metrics?: Metrics | undefined;
  /** A secret of this database, made once. */
  readonly secret: (name: string) => Promise<Uint8Array>;
  /** Where `wallet.so` lies. */
  readonly programFolder: string;
}

/** What opens a chain where no cluster is named. */
export type OpenDevelopmentChain = (deps: ChainDeps) => Promise<DevelopmentChain>;

/** Whatever is behind them, all endpoints are asked alike: with an end, with another try, and only when they are of our chain. */
export function reliableTransport(
  { clock, log, db, metrics }: ChainDeps,
  endpoints: readonly RpcEndpoint[],
  patience: Pick<FailoverOptions, 'patienceMillis' | 'timeoutMillis'> = {},
): RpcTransport {
  const failures = metrics?.counter(
    'pid_chain_rpc_failures_total',
    'Requests to the chain that failed and were tried again',
    ['endpoint'],
  );
  let pinned: string | null = null;
  return failoverTransport({
    ...patience,
    endpoints,
    clock,
    log,
    expectedGenesisHash: async (found) => (pinned ??= await pinGenesisHash(db, found, clock.now())),
    onFailure: (endpoint) => failures?.inc({ endpoint }),
  });
}
