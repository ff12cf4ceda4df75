import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Address } from '@pid/protocol';
import { embeddedTransport, gameAuthority, openAndSetUp } from '@pid/dev-chain';
import { programAddressOf } from '../src/chain/index.ts';
import { createChainClient, type ChainClient } from '../src/platform/chain/client/index.ts';
import { parseWithBigints, stringifyWithBigints } from '../src/platform/chain/json.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/settings.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { startService } from '../src/service.ts';
import { serviceSecret } from '../src/sessions/index.ts';
import { developmentIssuerOf } from './development-login.ts';
import { onFileEnd } from './file-end.ts';
import { freePort } from './free-port.ts';
import { HttpClient } from './http-client.ts';
import { paceSettings } from './pace.ts';
import { seedAdministrators } from './seed-administrators.ts';
import { cloneDatabase } from './test-database.ts';
import { testMasterKey, testSealer } from './test-sealing.ts';
import type { TestService } from './test-service.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/**
 * Decides how the proxy handles a request: `forward` passes it to the chain; a null result cuts the
 * connection.
 */
export type Fault = (
  request: { method: string; params: Json[] },
  forward: () => Promise<Json>,
) => Promise<Json>;

export interface FaultyChain {
  /** Direct access to the chain behind the proxy. */
  readonly chain: ChainClient;
  readonly service: TestService;
  readonly rpcUrl: string;
  /** The program of the example game. */
  readonly game: Address;
  /** Returns the unchanged response of the chain to a request. */
  answer(request: Json): Promise<Json>;
  /** Applies from now on; null removes the fault. */
  setFault(fault: Fault | null): void;
  airdrop(address: Address, lamports: bigint): Promise<void>;
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts a service that reaches its chain only through a proxy. Tests can make the proxy drop, delay,
 * duplicate and falsify messages.
 */
export async function startFaultyChain(
  environment: Record<string, string> = {},
  options: { withService?: boolean; chainAheadSeconds?: number; furtherUrl?: string } = {},
): Promise<FaultyChain> {
  const clone = await cloneDatabase();
  const log = createLogger('silent');
  const clock = shiftedClock();
  const chainClock = aheadOf(clock, options.chainAheadSeconds ?? 0);
  const port = await freePort();
  const db = openDatabase({ connectionString: clone.connectionString, poolSize: 6, log });
  const base = {
    PID_RATE_LIMIT: '0',
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(port),
    PID_MASTER_KEY: testMasterKey,
    ...paceSettings,
  };
  const sealer = testSealer;
  const secret = (name: string) => serviceSecret({ db, sealer }, name, randomIds.bytes(32), clock.now());
  const access = await openAndSetUp({
    config: loadConfig({ ...base, ...environment }),
    db,
    clock: chainClock,
    ids: randomIds,
    log,
    secret,
    programFolder: path.join(packageFolder, '../program/artifacts'),
  });
  const chain = createChainClient(embeddedTransport(access));
  let fault: Fault | null = null;
  const proxy = await startProxy(async (request) => {
    const forward = () => access.answer(request);
    return fault ? fault(request, forward) : forward();
  });
  const config = loadConfig({
    ...base,
    PID_SOLANA_RPC_URL: [proxy.url, ...(options.furtherUrl ? [options.furtherUrl] : [])].join(','),
    PID_RELAY_TIMEOUT_SECONDS: '2',
    ...environment,
  });
  await seedAdministrators(db, developmentIssuerOf(config.baseUrl.origin), config.admins);
  const running =
    options.withService === false
      ? null
      : await startService({ config, connectionString: clone.connectionString, packageFolder, clock });
  onFileEnd(async () => {
    fault = null;
    await running?.close();
    proxy.close();
    await access.close();
    await db.close();
    await clone.drop();
  });
  const baseUrl = `http://localhost:${port}`;
  const service = {
    baseUrl,
    service: running!,
    db,
    sealer,
    clock,
    erasers: running ? [running.erase] : [],
    connectionString: clone.connectionString,
    developmentIssuer: developmentIssuerOf(baseUrl),
    client: () => new HttpClient(baseUrl),
  };
  return {
    chain,
    service,
    rpcUrl: proxy.url,
    game: await programAddressOf((await gameAuthority(secret)).address),
    answer: (request) => access.answer(request),
    setFault(next) {
      fault = next;
    },
    async airdrop(address, lamports) {
      await chain.rpc.requestAirdrop(address, lamports as never).send();
      clock.advanceSeconds(1);
    },
  };
}

/**
 * Starts a proxy in front of a chain. A null response cuts the connection; a number is a status code without
 * a body.
 */
export async function startProxy(
  answer: (request: Json) => Promise<Json>,
): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const reply = await answer(parseWithBigints(Buffer.concat(chunks).toString()));
      if (reply === null) return response.destroy();
      if (typeof reply === 'number') return response.writeHead(reply).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyWithBigints(reply));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function shiftedClock(): Clock & { advanceSeconds(seconds: number): void } {
  let shiftMillis = 0;
  const nowMillis = () => systemClock.nowMillis() + shiftMillis;
  return {
    now: () => new Date(nowMillis()),
    nowMillis,
    nowSeconds: () => Math.floor(nowMillis() / 1000),
    advanceSeconds(seconds) {
      shiftMillis += seconds * 1000;
    },
  };
}

function aheadOf(clock: Clock, seconds: number): Clock {
  const nowMillis = () => clock.nowMillis() + seconds * 1000;
  return {
    now: () => new Date(nowMillis()),
    nowMillis,
    nowSeconds: () => Math.floor(nowMillis() / 1000),
  };
}
