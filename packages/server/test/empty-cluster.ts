import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import type { Address } from '@pid/protocol';
import type { Lamports } from '@solana/kit';
import { expect, onTestFinished } from 'vitest';
import type { DeployDeps } from '../src/chain/deploy-program.ts';
import {
  createChainClient,
  failoverTransport,
  httpEndpoints,
  type ChainClient,
} from '../src/platform/chain/client/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { testDatabase } from './test-database.ts';

const log = createLogger('silent');

/** Starts an embedded chain without any program, over HTTP, with slots of 40 ms. */
export async function cluster(): Promise<{
  client: ChainClient;
  deps: DeployDeps;
  url: string;
  dropAfter(requests: number): void;
}> {
  const db = await testDatabase();
  const access = await openEmbeddedChain({
    db,
    connectionString: db.connectionString,
    clock: systemClock,
    ids: randomIds,
    log,
    slotMillis: 40,
  });
  onTestFinished(() => access.close());
  let left = Infinity;
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  onTestFinished(() => server.close());
  const transport = failoverTransport({
    endpoints: httpEndpoints([new URL(server.url)]),
    clock: systemClock,
    log,
    expectedGenesisHash: async (found) => found,
  });
  const client = createChainClient(async (request) => {
    left -= 1;
    if (left < 0) throw new Error('the operator pulled the plug');
    return transport(request);
  });
  const deps = {
    client,
    report: () => {},
    sleep: (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis / 10)),
  };
  return { client, deps, url: server.url, dropAfter: (requests) => (left = requests) };
}

export const soon = { interval: 20 };

export async function fund(
  { client }: { client: ChainClient },
  address: Address,
  lamports = 10_000_000_000n,
): Promise<void> {
  await client.rpc.requestAirdrop(address, lamports as Lamports).send();
  await expect.poll(async () => (await client.account(address)).account, soon).not.toBeNull();
}
