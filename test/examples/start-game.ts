import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder, hostedSdk, npmInstall, repository } from './copy-out.ts';

let copied: Promise<string> | undefined;

/**
 * A release run installs the example as a new developer does. Other runs start it from the repository,
 * without npm.
 */
function gameFolder(service: { baseUrl: string }): Promise<string> {
  if (process.env['PID_TEST_TIER'] !== 'release')
    return Promise.resolve(path.join(repository, 'examples/sign-in'));
  return (copied ??= copyGame(service));
}

/** Copies the folder of the example out of the repository and installs the SDK of the service. */
async function copyGame(service: { baseUrl: string }): Promise<string> {
  const folder = await emptyFolder('examples/sign-in');
  await npmInstall(folder, `${service.baseUrl}${(await hostedSdk(service)).package.path}`);
  return folder;
}

/** Starts the example game as a developer does and returns its address. Stopped after the test. */
export async function startGame(service: { baseUrl: string }, clientId: string): Promise<string> {
  const game = spawn(process.execPath, ['server.mjs'], {
    cwd: await gameFolder(service),
    env: { ...process.env, PID_URL: service.baseUrl, CLIENT_ID: clientId, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void game.kill());
  const [line]: unknown[] = await once(game.stdout, 'data');
  return /http:\/\/\S+/.exec(String(line))![0];
}
