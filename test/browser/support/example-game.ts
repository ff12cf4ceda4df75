import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import { randomIds } from '../../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../../packages/server/src/platform/log.ts';
import { emptyFolder, hostedSdk, npmInstall, repository } from '../../examples/copy-out.ts';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { emptyDatabase } from '../../../packages/server/test/new-database.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';

/** The version that this repository uses, which is also in the registry's cache. */
async function pinned(name: string): Promise<string> {
  const file = path.join(repository, 'node_modules', name, 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return `${name}@${version}`;
}

let copied: Promise<string> | undefined;

/**
 * A release run installs the example as a new developer does. Other runs start it from the repository,
 * without npm.
 */
function gameFolder(service: TestService): Promise<string> {
  if (process.env['PID_TEST_TIER'] !== 'release') return Promise.resolve(path.join(repository, 'examples'));
  return (copied ??= copyGame(service));
}

/**
 * Copies the examples out of this repository and installs the SDK of the service and the packages that the
 * README names.
 */
async function copyGame(service: TestService): Promise<string> {
  const folder = await emptyFolder('examples');
  // The folder is deleted at the end of the file, and this module may be used longer.
  onFileEnd(() => (copied = undefined));
  const others = await Promise.all(['@solana/kit', 'esbuild', 'pg', 'tsx'].map(pinned));
  await npmInstall(folder, `${service.baseUrl}${(await hostedSdk(service)).package.path}`, ...others);
  return folder;
}

export interface ExampleGame {
  readonly url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts the game again, with its stored data only. */
  start(): Promise<void>;
}

/** Starts the example for the service of this test and ends it with the test file. */
export async function startExampleGame(service: TestService): Promise<ExampleGame> {
  const access = await openEmbeddedChain({ ...service, ids: randomIds, log: createLogger('silent') });
  const rpc = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  const [port, folder] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'pid-game-'))];
  const { ownerUrl } = await emptyDatabase();
  let child: ChildProcess | undefined;
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!child || child.signalCode !== null || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  async function start(): Promise<void> {
    child = spawn(process.execPath, ['--import', 'tsx', 'game/server/game-server.ts'], {
      cwd: await gameFolder(service),
      env: {
        ...process.env,
        PID_BASE_URL: service.baseUrl,
        GAME_PORT: String(port),
        GAME_RPC_URL: rpc.url,
        GAME_DATA_DIR: folder,
        GAME_DATABASE_URL: ownerUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`The game ended with ${code}`)),
    );
    await Promise.race([once(child.stdout!, 'data'), ended]);
    ended.catch(() => {});
  }
  onFileEnd(async () => {
    await end('SIGTERM');
    await rpc.close();
    await access.close();
    await rm(folder, { recursive: true, force: true });
  });
  await start();
  return { url: `http://localhost:${port}`, kill: () => end('SIGKILL'), start };
}
