import { readProgram } from '@pid/program';
import { decodeConfig, equalBytes, rpIdHashFromRpId, withConfigOrigin, type Address } from '@pid/protocol';
import { ChainUnavailableError, createChainClient } from '../platform/chain/client/index.ts';
import {
  embeddedTransport,
  openEmbeddedChain,
  rpcOf,
  type EmbeddedChain,
  type EmbeddedChainAccess,
} from '../platform/chain/embedded/index.ts';
import { isDatabaseUnavailable } from '../platform/db/index.ts';
import { acceptedVersion } from './accepted-version.ts';
import { reliableTransport, type ChainDeps } from './chain-deps.ts';
import { chainKeys, gameAuthority } from './chain-keys.ts';
import { setUpEmbedded } from './set-up-embedded.ts';

const attemptsMax = 5;
const retryMillis = 1000;

type Sleep = (millis: number) => Promise<void>;

const realSleep: Sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** Opens the embedded chain of the database and, where this process owns it, makes it ready for use. */
export async function openAndSetUp(deps: ChainDeps): Promise<EmbeddedChainAccess> {
  const { db, clock, ids, log } = deps;
  const access = await openEmbeddedChain({
    db,
    connectionString: deps.config.databaseSessionUrl ?? db.connectionString,
    clock,
    ids,
    log,
    slotMillis: deps.config.embeddedSlotMillis,
    lags: { confirmedSlots: 1n, finalizedSlots: BigInt(deps.config.embeddedFinalizedSlots) },
  });
  const chain = access.local();
  if (!chain) return access;
  try {
    // Nobody has seen a chain that was made just now, so its first minute may pass in no time.
    await withRetries(async (attempt) =>
      access.created && attempt === 1
        ? chain.time.warp((sleep) => setUp(deps, access, chain, sleep))
        : setUp(deps, access, chain, realSleep),
    );
  } catch (error) {
    // The chain itself is fine, and what is wrong with the program is for readiness to tell.
    log.error({ err: error }, 'the program on the embedded chain is not what it should be');
  }
  return access;
}

async function setUp(
  deps: ChainDeps,
  access: EmbeddedChainAccess,
  chain: EmbeddedChain,
  sleep: Sleep,
): Promise<void> {
  const { config, log } = deps;
  const transport = reliableTransport({ ...deps, metrics: undefined }, [
    { name: 'embedded', transport: embeddedTransport(access) },
  ]);
  const client = createChainClient(rpcOf(transport));
  const version = await acceptedVersion(client);
  const done = await setUpEmbedded(
    { client, sleep, report: (sentence) => log.debug(sentence) },
    {
      keys: await chainKeys(config, deps.secret),
      elf: readProgram('wallet', version, deps.programFolder),
      faucet: chain.secrets.faucet,
      game: {
        elf: readProgram('game', version, deps.programFolder),
        authority: await gameAuthority(deps.secret),
      },
      beforeConfig: (address) => followPort(chain, address, config.baseUrl),
      rpId: config.baseUrl.hostname,
      origin: config.baseUrl.origin,
      protocolFeeBps: config.protocolFeeBps,
      maxNetworkFeeLamports: config.maxNetworkFeeLamports,
    },
  );
  for (const sentence of done) log.info(sentence);
}

/**
 * The program fixes its origin for ever, but a developer may start the same data folder on another port. Passkeys follow the host name,
 * not the port, so on this chain of ours the config may follow it too.
 */
async function followPort(chain: EmbeddedChain, address: Address, baseUrl: URL): Promise<void> {
  await chain.rewrite(address, (data) => {
    const config = decodeConfig(data);
    const samePasskeys = config && equalBytes(config.rpIdHash, rpIdHashFromRpId(baseUrl.hostname));
    return samePasskeys ? withConfigOrigin(data, baseUrl.origin) : data;
  });
}

/** Every step of the set-up looks at the chain first, so after a passing failure it can begin again. */
async function withRetries(work: (attempt: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const passing = error instanceof ChainUnavailableError || isDatabaseUnavailable(error);
      if (!passing || attempt >= attemptsMax) throw error;
      await realSleep(retryMillis * attempt);
    }
  }
}
