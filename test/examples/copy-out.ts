import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onFileEnd } from '../../packages/server/test/file-end.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const run = promisify(execFile);

/** A folder outside of this repository with a copy of `from`. Deleted after the test file. */
export async function emptyFolder(from?: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pid-stranger-')));
  onFileEnd(() => rm(folder, { recursive: true, force: true }));
  if (from !== undefined) await cp(path.join(repository, from), folder, { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  return folder;
}

/** Runs `npm install <address>` as in the guide. */
export async function npmInstall(folder: string, ...what: string[]): Promise<void> {
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...what], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined },
  });
}

export interface HostedSdk {
  readonly version: string;
  readonly package: { readonly path: string; readonly integrity: string };
  readonly module: { readonly path: string; readonly integrity: string };
}

export async function hostedSdk(service: { baseUrl: string }): Promise<HostedSdk> {
  return (await (await fetch(`${service.baseUrl}/sdk/sdk.json`)).json()) as HostedSdk;
}
