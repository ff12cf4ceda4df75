import type { FastifyRequest } from 'fastify';
import { operations } from '@pid/contract';
import { readProgram } from '@pid/program';
import { decodeConfig, equalBytes, rpIdHashFromRpId, withConfigOrigin, type Address } from '@pid/protocol';
import {
  acceptedVersion,
  chainKeys,
  programAddressOf,
  reliableTransport,
  type ChainDeps,
  type DevelopmentChain,
} from '@pid/server/chain';
import { ChainUnavailableError, createChainClient } from '@pid/server/platform/chain/client/index.ts';
import { signerFromSeed, type Signer } from '@pid/server/platform/chain/index.ts';
import { isDatabaseUnavailable } from '@pid/server/platform/db/index.ts';
import { refuse } from '@pid/server/platform/errors/index.ts';
import { isFromThisMachine, route } from '@pid/server/platform/http/index.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import { localClient } from './local-client.ts';
import { openEmbeddedChain, type EmbeddedChainAccess } from './open-embedded-chain.ts';
import { mountRpc, rpcPath } from './mount-rpc.ts';
import { requestAirdrop } from './request-airdrop.ts';
import { embeddedTransport } from './rpc-transport.ts';
import { setUpEmbedded } from './set-up-embedded.ts';
import { openTestMoney, testTokenDecimals } from './test-token.ts';

const attemptsMax = 5;
const retryMillis = 1000;

type Sleep = (millis: number) => Promise<void>;

const realSleep: Sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

const onThisMachine = {
  precondition(request: FastifyRequest) {
    if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');
  },
};

/**
 * Opens the chain of a service that has no cluster. The start does not wait for it: requests to the chain
 * wait, and readiness reports it.
 */
export async function openDevelopmentChain(deps: ChainDeps): Promise<DevelopmentChain> {
  let opening: Promise<EmbeddedChainAccess> | null = null;
  let opened: EmbeddedChainAccess | null = null;
  const open = () => {
    opening ??= openAndSetUp(deps).then(
      (access) => (opened = access),
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  open().catch((error: unknown) => deps.log.error({ err: error }, 'The embedded chain failed to open'));
  const local = () => opened?.local() ?? null;
  const transport = reliableTransport(deps, [
    { name: 'embedded', transport: async (request) => embeddedTransport(await open())(request) },
  ]);
  const client = localClient(local, createChainClient(transport));
  const testMoney = openTestMoney(deps.db, client);
  const program = await programAddressOf((await gameAuthority(deps.secret)).address);
  return {
    client,
    millisToNextSlot: () => local()?.time.millisToNextSlot() ?? null,
    rpcPath,
    mount: (http) => mountRpc(http, async (request) => (await open()).answer(request)),
    async fund(address, { lamports, tokens }) {
      const mint = await testMoney.mint();
      await requestAirdrop(client, testMoney, { address, lamports: String(lamports) });
      await requestAirdrop(client, testMoney, { address, mint, amount: String(tokens) });
    },
    testToken: async () => ({ mint: await testMoney.mint(), decimals: testTokenDecimals }),
    routes: [
      route(operations.requestAirdrop, ({ body }) => requestAirdrop(client, testMoney, body), onThisMachine),
      // Lets the example find its program on a developer's machine.
      route(operations.getExampleGame, async () => ({ program }), onThisMachine),
    ],
    async close() {
      const access = await opening?.catch(() => null);
      await access?.close();
    },
  };
}

/** Owner of the example game, in the role of a studio. */
export async function gameAuthority(secret: ChainDeps['secret']): Promise<Signer> {
  return signerFromSeed(await secret('chain-example-game'));
}

/** Opens the embedded chain of the database and, if this process owns it, sets it up. */
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
    // No client has seen a new chain yet, so its set-up can run in simulated time.
    await withRetries(async (attempt) =>
      access.created && attempt === 1
        ? chain.time.warp((sleep) => setUp(deps, access, chain, sleep))
        : setUp(deps, access, chain, realSleep),
    );
  } catch (error) {
    // The chain itself works. Readiness reports the problem with the program.
    log.error({ err: error }, 'Set-up of the program on the embedded chain failed');
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
  const client = createChainClient(transport);
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
 * The program fixes its origin permanently, but a developer may start the same data folder on another port.
 * Passkeys are bound to the host name and not to the port, so on the embedded chain the config may change to
 * the new origin.
 */
async function followPort(chain: EmbeddedChain, address: Address, baseUrl: URL): Promise<void> {
  await chain.rewrite(address, (data) => {
    const config = decodeConfig(data);
    const samePasskeys = config && equalBytes(config.rpIdHash, rpIdHashFromRpId(baseUrl.hostname));
    return samePasskeys ? withConfigOrigin(data, baseUrl.origin) : data;
  });
}

/**
 * Each step of the set-up checks the chain first, so the set-up can start again after a temporary failure.
 */
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
