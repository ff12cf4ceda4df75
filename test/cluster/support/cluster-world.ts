import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { addressBytes, toAddress, type Address } from '../../../packages/protocol/src/index.ts';
import { programAddressOf } from '../../../packages/server/src/chain/index.ts';
import { runPid } from '../../../packages/server/test/command-helper.ts';
import {
  createChainClient,
  failoverTransport,
  httpEndpoints,
  type ChainClient,
} from '../../../packages/server/src/platform/chain/client/index.ts';
import { signerFromSeed, type Signer } from '../../../packages/server/src/platform/chain/index.ts';
import { parseWithBigints, stringifyWithBigints } from '../../../packages/server/src/platform/chain/json.ts';
import { systemClock } from '../../../packages/server/src/platform/clock.ts';
import { createLogger } from '../../../packages/server/src/platform/log.ts';
import { activate, newOwner, type WalletOwner } from '../../../packages/server/test/account-helper.ts';
import { startProxy, type Fault } from '../../../packages/server/test/faulty-chain.ts';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';
import { startTestService, type TestService } from '../../../packages/server/test/test-service.ts';
import type { Lamports } from '../../../packages/server/test/solana-kit.ts';
import { testMasterKey } from '../../../packages/server/test/test-sealing.ts';
import { openCluster, type TestCluster } from './served-chain.ts';

export const sol = 1_000_000_000n;
export const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
/** Long enough for the blocks of a real cluster on a busy machine. */
export const patience = { timeout: 90_000, interval: 400 };

export interface ClusterWorld {
  readonly cluster: TestCluster;
  readonly service: TestService;
  readonly client: ChainClient;
  readonly programId: Address;
  /** Sets the fault between the service and the cluster. Null removes it. */
  setFault(fault: Fault | null): void;
  deploy(): Promise<string>;
  fund(address: Address, lamports: bigint): Promise<void>;
  /** A new key with one SOL. */
  fundedSigner(): Promise<Signer>;
  balanceOf(address: string): Promise<bigint>;
  /** An account that the service funded and activated on the cluster. */
  newAccount(lamports?: bigint): Promise<WalletOwner>;
}

interface Key {
  readonly signer: Signer;
  readonly text: string;
}

function newKey(): Key {
  const seed = randomBytes(32);
  const signer = signerFromSeed(seed);
  return { signer, text: JSON.stringify([...seed, ...addressBytes(signer.address)]) };
}

/**
 * The real service on a cluster of which only the address is known. Creates keys, funds them from the faucet
 * and prepares the deployment of the program.
 */
export async function openClusterWorld(): Promise<ClusterWorld> {
  const cluster = await openCluster();
  const client = connect(cluster.url);
  let fault: Fault | null = null;
  const proxy = await startProxy((request) => {
    const forward = () => forwardTo(cluster.url, request);
    return fault ? fault(request, forward) : forward();
  });
  onFileEnd(async () => proxy.close());
  const keys = {
    PID_RELAYER_KEY: newKey(),
    PID_REGISTRAR_KEY: newKey(),
    PID_PLAY_SPONSOR_KEY: newKey(),
    PID_ADMIN_KEY: newKey(),
    PID_UPGRADE_AUTHORITY_KEY: newKey(),
  };
  const programId = await programAddressOf(keys.PID_UPGRADE_AUTHORITY_KEY.signer.address);
  const settings = {
    ...Object.fromEntries(Object.entries(keys).map(([name, { text }]) => [name, text])),
    PID_TREASURY: newKey().signer.address,
    PID_SOLANA_RPC_URL: proxy.url,
    PID_PROGRAM_ID: programId,
  };
  const fund = (address: Address, lamports: bigint) => airdrop(client, address, lamports);
  await fund(keys.PID_UPGRADE_AUTHORITY_KEY.signer.address, 10n * sol);
  await fund(keys.PID_RELAYER_KEY.signer.address, 10n * sol);
  await fund(keys.PID_PLAY_SPONSOR_KEY.signer.address, 10n * sol);
  const service = await startTestService(settings);
  const world: ClusterWorld = {
    cluster,
    service,
    client,
    programId,
    setFault(next) {
      fault = next;
    },
    fund,
    async fundedSigner() {
      const { signer } = newKey();
      await fund(signer.address, sol);
      return signer;
    },
    balanceOf: async (address) => (await client.account(toAddress(address))).account?.lamports ?? 0n,
    deploy: () => deploy({ ...settings, PID_BASE_URL: service.baseUrl }),
    async newAccount(lamports = 2n * sol) {
      const owner = await newOwner(service);
      await fund(owner.vault, lamports);
      const balance = async () => BigInt((await owner.client.call('getAccount')).balanceLamports);
      await expect.poll(balance, patience).toBe(lamports);
      const activated = await activate(owner);
      expect(activated, activated.text).toMatchObject({ status: 200, body: { status: 'activated' } });
      return owner;
    },
  };
  return world;
}

/**
 * Returns null when the cluster does not respond; the proxy then closes the connection, as if the cluster
 * were unreachable.
 */
async function forwardTo(url: string, request: unknown): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyWithBigints(request),
    });
    return parseWithBigints(await answer.text());
  } catch {
    return null;
  }
}

function connect(url: string): ChainClient {
  const transport = failoverTransport({
    endpoints: httpEndpoints([new URL(url)]),
    clock: systemClock,
    log: createLogger('silent'),
    expectedGenesisHash: async (found) => found,
  });
  return createChainClient(transport);
}

async function airdrop(client: ChainClient, address: Address, lamports: bigint): Promise<void> {
  const balance = async () => (await client.account(address)).account?.lamports ?? 0n;
  const before = await balance();
  await client.rpc.requestAirdrop(address, lamports as Lamports).send();
  // Uses vi.waitFor, because hooks call this too and expect.poll works only in tests.
  await vi.waitFor(async () => expect(await balance()).toBe(before + lamports), patience);
}

/** Runs `pid chain deploy` as an operator does. */
async function deploy(environment: Record<string, string>): Promise<string> {
  const { code, text } = await runPid(['chain', 'deploy', '--yes', '--priority-fee', '1000'], {
    PID_LOG_LEVEL: 'silent',
    PID_MASTER_KEY: testMasterKey,
    ...environment,
  });
  if (code !== 0) throw new Error(text);
  return text;
}
