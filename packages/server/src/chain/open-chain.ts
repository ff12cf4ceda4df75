import { encodeBase58, type Address } from '@pid/protocol';
import {
  chainPace,
  createChainClient,
  httpEndpoints,
  type ChainClient,
  type ChainPace,
} from '../platform/chain/client/index.ts';
import { ConfigError } from '../platform/config/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Signer } from '../platform/chain/index.ts';
import type { Logger } from '../platform/log.ts';
import { remember } from '../platform/remember.ts';
import {
  reliableTransport,
  type ChainDeps,
  type DevelopmentChain,
  type OpenDevelopmentChain,
} from './chain-deps.ts';
import { DeploymentError } from './chain-errors.ts';
import { chainKeys, serviceKeys, type ServiceKeys } from './chain-keys.ts';
import { findGenesisHash } from './chain.store.ts';
import { originRefusal } from './configure-program.ts';
import { programAddressOf } from './deploy-program.ts';
import { deploymentReader, type Deployment } from './read-deployment.ts';
import type { ChainConfig } from './settings.ts';
import { countHosts, openWitnesses, type Witnesses } from './witnesses.ts';

/** The interface of the chain for other slices: a client, our keys and our program. */
export interface Chain {
  readonly client: ChainClient;
  /**
   * Compares the responses of several endpoints about one account, for decisions that must not depend on a
   * single endpoint.
   */
  readonly witnesses: Witnesses;
  /** Its relayer is the one that the chain's config names, if we hold its key. */
  readonly keys: ServiceKeys;
  /** Switches to the relayer that the chain's config names; returns false if we do not hold its key. */
  followRelayer(named: Address): boolean;
  /** A message drafted for one of these relayers is signed by it, even after a switch. */
  readonly relayers: readonly Signer[];
  readonly programId: Address;
  readonly pace: ChainPace;
  /** Null on a cluster. */
  readonly development: DevelopmentChain | null;
  /**
   * The genesis hash of this service's chain, or null if it never had one. It makes no RPC request and never
   * fails.
   */
  knownGenesisHash(): Promise<string | null>;
  /** The program's deployment on the chain, at most one second old. */
  deployment(): Promise<Deployment>;
  /** Throws an error with a message for the operator if wallets cannot work. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const deploymentMillis = 1000;
/** Keeps the 503 of a wallet operation within three seconds when the chain is unavailable. */
const answerMillisMax = 2400;

/**
 * Connects to the configured cluster, or opens and sets up the development chain. It does not wait for
 * either, because sign-in must work while the chain is slow or unavailable. Requests that need the chain wait
 * for it, and the readiness endpoint reports it.
 */
export async function openChain(deps: ChainDeps, openDevelopmentChain: OpenDevelopmentChain): Promise<Chain> {
  const { config } = deps;
  const { relayers, followRelayer, keys } = follow(await serviceKeys(config, deps.secret), deps.log);
  const programId = await serviceProgramId(deps);
  const development = config.solanaRpcUrls ? null : await openDevelopmentChain(deps);
  const client =
    development?.client ??
    createChainClient(reliableTransport(deps, httpEndpoints(config.solanaRpcUrls ?? []), patience(config)));
  const witnesses = openWitnesses(
    development ? [client] : clientPerEndpoint(deps),
    config.loopback || development !== null || countHosts(config.solanaRpcUrls ?? []) > 1,
  );
  if (!witnesses.canDecide)
    deps.log.warn(
      'all endpoints of PID_SOLANA_RPC_URL are on one host: on-chain recoveries do not take effect without endpoints on a second host',
    );
  const readDeployment = deploymentReader(client, programId, patientClient(deps) ?? client);
  const deployment = remember({ clock: deps.clock, millis: deploymentMillis }, async () => {
    const found = await readDeployment();
    followRelayer(found.config.relayer);
    return found;
  });
  return {
    client,
    witnesses,
    keys,
    relayers,
    followRelayer,
    programId,
    pace: chainPace(client, deps.clock, development?.millisToNextSlot),
    development,
    knownGenesisHash: rememberGenesisHash(deps.db),
    deployment,
    async check() {
      const problem = deploymentProblem(await deployment(), keys, config);
      if (problem) throw new DeploymentError(problem);
    },
    close: async () => development?.close(),
  };
}

/** A caller waits for each response. With several endpoints, the timeout leaves time to try a second one. */
function patience({ solanaRpcUrls }: ChainConfig) {
  return {
    patienceMillis: answerMillisMax,
    timeoutMillis: (solanaRpcUrls?.length ?? 0) > 1 ? answerMillisMax / 2 : answerMillisMax,
  };
}

/** Each client uses exactly one endpoint. */
function clientPerEndpoint(deps: ChainDeps): ChainClient[] {
  const { config } = deps;
  return httpEndpoints(config.solanaRpcUrls ?? []).map((endpoint) =>
    createChainClient(reliableTransport({ ...deps, metrics: undefined }, [endpoint], patience(config))),
  );
}

/** Has a longer timeout, for reading the whole program. */
function patientClient(deps: ChainDeps): ChainClient | null {
  const urls = deps.config.solanaRpcUrls;
  return urls && createChainClient(reliableTransport({ ...deps, metrics: undefined }, httpEndpoints(urls)));
}

/**
 * The relayer is replaced on the chain first. A node that holds both keys switches when it reads the change.
 */
function follow(
  { nextRelayer, ...keys }: ServiceKeys & { readonly nextRelayer: Signer | null },
  log: Logger,
) {
  const relayers = nextRelayer ? [keys.relayer, nextRelayer] : [keys.relayer];
  let { relayer } = keys;
  return {
    relayers,
    followRelayer(named: Address): boolean {
      if (named === relayer.address) return true;
      const next = relayers.find(({ address }) => address === named);
      if (!next) return false;
      relayer = next;
      log.info({ relayer: named }, 'switched to the new relayer that the chain names');
      return true;
    },
    keys: {
      ...keys,
      get relayer() {
        return relayer;
      },
    },
  };
}

async function serviceProgramId({ config, secret }: ChainDeps): Promise<Address> {
  if (config.programId) return config.programId;
  if (!config.loopback && config.solanaRpcUrls)
    throw new ConfigError(['PID_PROGRAM_ID is not set: `pid chain deploy` prints it']);
  return programAddressOf((await chainKeys(config, secret)).upgradeAuthority.address);
}

/** Returns a message for the operator if the deployed program does not match this service. */
export function deploymentProblem(
  { config: onChain, genesisHash }: Deployment,
  keys: { readonly [Duty in 'relayer' | 'registrar']: { readonly address: Address } },
  config: Pick<ChainConfig, 'baseUrl'>,
): string | null {
  if (encodeBase58(onChain.genesisHash) !== genesisHash)
    return 'the program on this chain was set up with the genesis hash of another chain';
  if (onChain.relayer !== keys.relayer.address)
    return `the relayer of the program is ${onChain.relayer}, ours is ${keys.relayer.address}: run \`pid chain deploy\``;
  if (onChain.registrar !== keys.registrar.address)
    return `the registrar of the program is ${onChain.registrar}, ours is ${keys.registrar.address}: run \`pid chain deploy\``;
  return originRefusal(onChain, { rpId: config.baseUrl.hostname, origin: config.baseUrl.origin });
}

/** The exit page must know its chain even if the database is unavailable. */
function rememberGenesisHash(db: Database): () => Promise<string | null> {
  let known: string | null = null;
  const read = async () => (known ??= await findGenesisHash(db).catch(() => null));
  void read();
  return read;
}
