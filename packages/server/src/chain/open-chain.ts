import { encodeBase58, type Address } from '@pid/protocol';
import {
  chainPace,
  createChainClient,
  httpEndpoints,
  type ChainClient,
  type ChainPace,
} from '../platform/chain/client/index.ts';
import { ConfigError, type Config } from '../platform/config/index.ts';
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
import { countHosts, openWitnesses, type Witnesses } from './witnesses.ts';

/** The chain as slices see it: a client, our keys, our program. */
export interface Chain {
  readonly client: ChainClient;
  /** What several endpoints say about one account, for decisions that no single endpoint may make. */
  readonly witnesses: Witnesses;
  /** Its relayer is the one that the chain names, as far as we hold it. */
  readonly keys: ServiceKeys;
  /** Goes over to the relayer that the chain names; false when that one is not ours. */
  followRelayer(named: Address): boolean;
  /** What was drafted for one of them is signed by it, whoever has taken over meanwhile. */
  readonly relayers: readonly Signer[];
  readonly programId: Address;
  readonly pace: ChainPace;
  /** Null on a cluster. */
  readonly development: DevelopmentChain | null;
  /** Of the chain that this service belongs to for good, or null while it never saw one. Asks no chain, and never fails. */
  knownGenesisHash(): Promise<string | null>;
  /** What the chain says about our program, at most a second old. */
  deployment(): Promise<Deployment>;
  /** Throws a sentence for the operator when wallets cannot work. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const deploymentMillis = 1000;
/** A wallet operation answers within three seconds that the chain is away. */
const answerMillisMax = 2400;

/**
 * Connects to the configured cluster, or opens the chain for development and sets it up. Neither is waited for: signing in must work
 * while a chain is slow or away. Whoever asks the chain waits for it, and readiness tells.
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
    config.loopback || countHosts(config.solanaRpcUrls ?? []) > 1,
  );
  if (!witnesses.canDecide)
    deps.log.warn(
      'PID_SOLANA_RPC_URL names endpoints of one host: recoveries on the chain do not take effect until two hosts agree',
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

/** Somebody waits for each answer, and another address deserves its turn before they are told that there is none. */
function patience({ solanaRpcUrls }: Config) {
  return {
    patienceMillis: answerMillisMax,
    timeoutMillis: (solanaRpcUrls?.length ?? 0) > 1 ? answerMillisMax / 2 : answerMillisMax,
  };
}

/** Each asks its own endpoint and no other. */
function clientPerEndpoint(deps: ChainDeps): ChainClient[] {
  const { config } = deps;
  return httpEndpoints(config.solanaRpcUrls ?? []).map((endpoint) =>
    createChainClient(reliableTransport({ ...deps, metrics: undefined }, [endpoint], patience(config))),
  );
}

/** For the one reading that is large: the program itself. */
function patientClient(deps: ChainDeps): ChainClient | null {
  const urls = deps.config.solanaRpcUrls;
  return urls && createChainClient(reliableTransport({ ...deps, metrics: undefined }, httpEndpoints(urls)));
}

/** A relayer is replaced on chain first: whoever holds both keys goes over by itself, whenever it reads that. */
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
      log.info({ relayer: named }, 'the chain names another relayer, and it is ours');
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
  if (!config.loopback) throw new ConfigError(['PID_PROGRAM_ID is not set: `pid chain deploy` prints it']);
  return programAddressOf((await chainKeys(config, secret)).upgradeAuthority.address);
}

/** What is wrong with the program for a service with these keys, in a sentence for its operator. */
export function deploymentProblem(
  { config: onChain, genesisHash }: Deployment,
  keys: { readonly [Duty in 'relayer' | 'registrar']: { readonly address: Address } },
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

/** The way out has to know its chain when the database is gone as well. */
function rememberGenesisHash(db: Database): () => Promise<string | null> {
  let known: string | null = null;
  const read = async () => (known ??= await findGenesisHash(db).catch(() => null));
  void read();
  return read;
}
