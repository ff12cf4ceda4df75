import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder, hostedSdk, npmInstall, repository } from './copy-out.ts';

let copied: Promise<string> | undefined;

/** A release installs the example as a newcomer does; a change runs it in the repository, without npm. */
function gameFolder(service: { baseUrl: string }): Promise<string> {
  if (process.env['PID_TEST_TIER'] !== 'release')
    return Promise.resolve(path.join(repository, 'examples/sign-in'));
  return (copied ??= copyGame(service));
}

/** The example as a stranger has it: its folder alone, and the SDK of the service that it is for. */
async function copyGame(service: { baseUrl: string }): Promise<string> {
  const folder = await emptyFolder('examples/sign-in');
  await npmInstall(folder, `${service.baseUrl}${(await hostedSdk(service)).package.path}`);
  return folder;
}

/** The example game as a developer starts it; stopped with the test. Answers its address. */
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
