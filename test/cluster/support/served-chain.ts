import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';
import { cloneDatabase } from '../../../packages/server/test/test-database.ts';
import { testMasterKey } from '../../../packages/server/test/test-sealing.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';

const packageFolder = fileURLToPath(new URL('../../../packages/server', import.meta.url));

const named = process.env['PID_TEST_SOLANA_RPC_URL'];
const restartCommand = process.env['PID_TEST_SOLANA_RESTART'];

/** The embedded chain has no subscriptions. A configured cluster can be restarted only with a command. */
export const hasSocket = named !== undefined;
export const canRestart = named === undefined || restartCommand !== undefined;

/** The chain that the tests use. `restart` fails if `canRestart` is false. */
export interface TestCluster {
  readonly url: string;
  /** Its WebSocket address, if it has one. */
  readonly socketUrl: string;
  restart(): Promise<void>;
}

/**
 * The cluster in the environment, or the embedded chain served by `pid chain serve` in a separate process.
 */
export async function openCluster(): Promise<TestCluster> {
  if (named === undefined) return serveEmbedded();
  return {
    url: named,
    socketUrl: process.env['PID_TEST_SOLANA_WS_URL'] ?? socketBeside(named),
    restart: () => runShell(restartCommand ?? 'false'), // The shell's `false` always fails.
  };
}

/** Agave serves subscriptions on the port after its RPC port. */
function socketBeside(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return port === ''
    ? url.replace(/^http/, 'ws')
    : `${protocol === 'https:' ? 'wss' : 'ws'}://${hostname}:${Number(port) + 1}`;
}

async function serveEmbedded(): Promise<TestCluster> {
  const clone = await cloneDatabase();
  onFileEnd(() => clone.drop());
  const port = await freePort();
  let running = await serve(clone.connectionString, port);
  onFileEnd(() => running.kill());
  return {
    url: running.url,
    socketUrl: '',
    restart: async () => {
      await running.kill();
      running = await serve(clone.connectionString, port);
    },
  };
}

async function serve(
  connectionString: string,
  port: number,
): Promise<{ url: string; kill(): Promise<void> }> {
  const main = path.join(packageFolder, 'src/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'chain', 'serve', '--port', String(port)], {
    env: {
      ...process.env,
      PID_DATABASE_URL: connectionString,
      PID_LOG_LEVEL: 'silent',
      PID_MASTER_KEY: testMasterKey,
      PID_BASE_URL: 'http://localhost:4100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /answers at (http:\S+)\./.exec(line)?.[1];
    if (url) return { url, kill };
  }
  throw new Error('pid chain serve ended before it printed its address');
}

function runShell(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`PID_TEST_SOLANA_RESTART ended with ${code}`)),
    );
  });
}
