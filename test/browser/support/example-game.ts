import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import { randomIds } from '../../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../../packages/server/src/platform/log.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface ExampleGame {
  readonly url: string;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Again, with what it has written down and nothing else. */
  start(): Promise<void>;
}

/** The example as a newcomer starts it, beside the service of this test; ended with the test. */
export async function startExampleGame(service: TestService): Promise<ExampleGame> {
  const access = await openEmbeddedChain({ ...service, ids: randomIds, log: createLogger('silent') });
  const rpc = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  const [port, folder] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'pid-game-'))];
  let child: ChildProcess | undefined;
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!child || child.signalCode !== null || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  async function start(): Promise<void> {
    child = spawn(process.execPath, ['--import', 'tsx', 'examples/game/server/game-server.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PID_BASE_URL: service.baseUrl,
        GAME_PORT: String(port),
        GAME_RPC_URL: rpc.url,
        GAME_DATA_DIR: folder,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout!, 'data');
  }
  onTestFinished(async () => {
    await end('SIGTERM');
    await rpc.close();
    await access.close();
    await rm(folder, { recursive: true, force: true });
  });
  await start();
  return { url: `http://localhost:${port}`, kill: () => end('SIGKILL'), start };
}
