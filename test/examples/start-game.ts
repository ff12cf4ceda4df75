import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

let built: Promise<void> | undefined;

async function buildSdk(): Promise<void> {
  // @ts-expect-error The build is a script without types.
  await (await import('../../packages/sdk/build.mjs')).buildSdk();
}

/** The example game as a developer starts it; stopped with the test. Answers its address. */
export async function startGame(service: { baseUrl: string }, clientId: string): Promise<string> {
  await (built ??= buildSdk());
  const game = spawn(process.execPath, ['examples/sign-in/server.mjs'], {
    cwd: root,
    env: { ...process.env, PID_URL: service.baseUrl, CLIENT_ID: clientId, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void game.kill());
  const [line]: unknown[] = await once(game.stdout, 'data');
  return /http:\/\/\S+/.exec(String(line))![0];
}
