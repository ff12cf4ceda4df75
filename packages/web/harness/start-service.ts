import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { HttpClient } from '../../server/test/http-client.ts';

const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const PATIENCE_MILLISECONDS = 60_000;

export interface RunningService {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Serves a price of SOL, with which wallets show their value in rupiah. */
async function servePrice(): Promise<Server> {
  const server = createServer((_request, response) => response.end('{"solana":{"idr":2500000}}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Starts the built service as `npm start` does, on a new database. Run `node scripts/build.mjs` first. */
export async function startBuiltService(environment: Record<string, string>): Promise<RunningService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-look-'));
  const port = await freePort();
  const { PID_ADMINS: admins, ...rest } = environment;
  if (admins) {
    // An administrator's identity must exist before PID_ADMINS can name it.
    const first = await run(folder, port, rest);
    for (const pid of admins.split(',')) await claim(first.baseUrl, pid.replace('@pid', ''));
    await first.stop();
  }
  const price = await servePrice();
  const service = await run(folder, port, {
    PID_SOL_PRICE_URL: `http://127.0.0.1:${(price.address() as AddressInfo).port}/`,
    ...environment,
  });
  return {
    ...service,
    async stop() {
      await service.stop();
      price.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function claim(baseUrl: string, handle: string): Promise<void> {
  const client = new HttpClient(baseUrl);
  const form = await client.browse('/v1/auth/signin/dev?returnTo=%2Fhome');
  const email = `${handle}@example.com`;
  const sent = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  await client.browse(new URL(sent.headers.get('location')!, sent.url).href);
  await client.post('/v1/auth/claim', { handle });
}

async function run(
  folder: string,
  port: number,
  environment: Record<string, string>,
): Promise<RunningService> {
  const child = spawn(process.execPath, [SERVER, 'start'], {
    env: {
      ...process.env,
      PID_PORT: String(port),
      PID_DATA_DIR: folder,
      PID_RATE_LIMIT: '0',
      PID_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const baseUrl = `http://localhost:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await isReady(baseUrl))) {
    if (performance.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error('The service did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { baseUrl, stop };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/readyz`)).ok;
  } catch {
    return false;
  }
}
