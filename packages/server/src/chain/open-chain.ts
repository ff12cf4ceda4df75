import { encodeBase58, type Address } from '@pid/protocol';
import { readProgram } from '@pid/program';
import type { RpcTransport } from '@solana/kit';
import type { Clock } from '../platform/clock.ts';
import { ConfigError, type Config } from '../platform/config/index.ts';
import type { Database } from '../platform/db/index.ts';
import {
  createChainClient,
  failoverTransport,
  httpEndpoints,
  type ChainClient,
  type RpcEndpoint,
} from '../platform/chain/client/index.ts';
import {
  embeddedTransport,
  openEmbeddedChain,
  rpcOf,
  type EmbeddedChainAccess,
} from '../platform/chain/embedded/index.ts';
import { signerFromSeed, type Signer } from '../platform/chain/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { DeploymentError } from './chain-errors.ts';
import { chainKeys, serviceKeys, type ServiceKeys } from './chain-keys.ts';
import { pinGenesisHash } from './chain.store.ts';
import { originRefusal } from './configure-program.ts';
import { programAddressOf } from './deploy-program.ts';
import { deploymentReader, type Deployment } from './read-deployment.ts';
import { setUpEmbedded } from './set-up-embedded.ts';

export interface ChainDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** A secret of this database, made once. */
  readonly secret: (name: string) => Promise<Uint8Array>;
  /** Where `wallet.so` lies. */
  readonly programFolder: string;
}

/** The chain as slices see it: a client, our keys, our program. */
export interface Chain {
  readonly client: ChainClient;
  readonly keys: ServiceKeys;
  readonly programId: Address;
  readonly embedded: boolean;
  /** The program of the example game, on the embedded chain only. */
  readonly exampleGame: Address | null;
  /** What the chain says about our program, at most a second old. */
  deployment(): Promise<Deployment>;
  /** Throws a sentence for the operator when wallets cannot work. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const deploymentMillis = 1000;

/**
 * Connects to the configured cluster, or opens the embedded chain and sets it up. Neither is waited for: signing in must work
 * while a chain is slow or away. Whoever asks the chain waits for it, and readiness tells.
 */
export async function openChain(deps: ChainDeps): Promise<Chain> {
  const { config } = deps;
  const keys = await serviceKeys(config, deps.secret);
  const programId = await serviceProgramId(deps);
  const embedded = config.solanaRpcUrls ? null : embeddedChain(deps);
  const endpoints = embedded
    ? [{ name: 'embedded', transport: embedded.transport }]
    : httpEndpoints(config.solanaRpcUrls ?? []);
  const client = createChainClient(rpcOf(reliableTransport(deps, endpoints)));
  const deployment = cached(deps.clock, deploymentReader(client, programId));
  return {
    client,
    keys,
    programId,
    embedded: embedded !== null,
    exampleGame: embedded && (await programAddressOf((await gameAuthority(deps.secret)).address)),
    deployment,
    async check() {
      const problem = problemOf(await deployment(), keys, config);
      if (problem) throw new DeploymentError(problem);
    },
    close: async () => embedded?.close(),
  };
}

async function gameAuthority(secret: ChainDeps['secret']): Promise<Signer> {
  return signerFromSeed(await secret('chain-example-game'));
}

async function serviceProgramId({ config, secret }: ChainDeps): Promise<Address> {
  if (config.programId) return config.programId;
  if (!config.loopback) throw new ConfigError(['PID_PROGRAM_ID is not set: `pid chain deploy` prints it']);
  return programAddressOf((await chainKeys(config, secret)).upgradeAuthority.address);
}

function problemOf(
  { config: onChain, genesisHash }: Deployment,
  keys: ServiceKeys,
  config: Config,
): string | null {
  if (encodeBase58(onChain.genesisHash) !== genesisHash)
    return 'the program on this chain was set up with the genesis hash of another';
  if (onChain.relayer !== keys.relayer.address)
    return `the relayer of the program is ${onChain.relayer}, ours is ${keys.relayer.address}: run \`pid chain deploy\``;
  if (onChain.registrar !== keys.registrar.address)
    return `the registrar of the program is ${onChain.registrar}, ours is ${keys.registrar.address}: run \`pid chain deploy\``;
  return originRefusal(onChain, { rpId: config.baseUrl.hostname, origin: config.baseUrl.origin });
}

interface OpenedChain {
  readonly transport: RpcTransport;
  close(): Promise<void>;
}

/** Whatever is behind them, all endpoints are asked alike: with an end, with another try, and only when they are of our chain. */
function reliableTransport(
  { clock, log, db, metrics }: ChainDeps,
  endpoints: readonly RpcEndpoint[],
): RpcTransport {
  const failures = metrics?.counter(
    'pid_chain_rpc_failures_total',
    'Requests to the chain that failed and were tried again',
    ['endpoint'],
  );
  let pinned: string | null = null;
  return failoverTransport({
    endpoints,
    clock,
    log,
    expectedGenesisHash: async (found) => (pinned ??= await pinGenesisHash(db, found, clock.now())),
    onFailure: (endpoint) => failures?.inc({ endpoint }),
  });
}

function embeddedChain(deps: ChainDeps): OpenedChain {
  let opening: Promise<EmbeddedChainAccess> | null = null;
  const open = () => {
    opening ??= openAndSetUp(deps).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  open().catch((error: unknown) => deps.log.error({ err: error }, 'the embedded chain did not open'));
  return {
    transport: async (request) => embeddedTransport(await open())(request),
    async close() {
      const access = await opening?.catch(() => null);
      await access?.close();
    },
  };
}

/** Opens the embedded chain of the database and, where this process owns it, makes it ready for use. */
export async function openAndSetUp(deps: ChainDeps): Promise<EmbeddedChainAccess> {
  const { db, clock, ids, log, config } = deps;
  const access = await openEmbeddedChain({
    db,
    connectionString: String(db.pool.options.connectionString),
    clock,
    ids,
    log,
  });
  const chain = access.local();
  if (!chain) return access;
  try {
    const client = createChainClient(rpcOf(embeddedTransport(access)));
    await pinGenesisHash(db, chain.secrets.genesisHash, clock.now());
    const input = {
      keys: await chainKeys(config, deps.secret),
      elf: readProgram('wallet', deps.programFolder),
      faucet: chain.secrets.faucet,
      game: { elf: readProgram('game', deps.programFolder), authority: await gameAuthority(deps.secret) },
      rpId: config.baseUrl.hostname,
      origin: config.baseUrl.origin,
      protocolFeeBps: config.protocolFeeBps,
      maxNetworkFeeLamports: config.maxNetworkFeeLamports,
    };
    const setUp = async (sleep: (millis: number) => Promise<void>) => {
      const done = await setUpEmbedded({ client, sleep, report: (sentence) => log.debug(sentence) }, input);
      for (const sentence of done) log.info(sentence);
    };
    if (access.created) await chain.time.warp(setUp);
    else await setUp((millis) => new Promise((resolve) => setTimeout(resolve, millis)));
  } catch (error) {
    // The chain itself is fine, and what is wrong with the program is for readiness to tell.
    log.error({ err: error }, 'the program on the embedded chain is not what it should be');
  }
  return access;
}

function cached<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly untilMillis: number } | null = null;
  return () => {
    if (kept && clock.nowMillis() < kept.untilMillis) return kept.value;
    const value = read();
    kept = { value, untilMillis: clock.nowMillis() + deploymentMillis };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return value;
  };
}
