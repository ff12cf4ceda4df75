import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { freePort } from '../../packages/server/test/free-port.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';

export const mainFile = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));

export interface PidProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly output: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that the tests of a file use in turn. Only the first start creates a database. */
export function sharedFolder(): () => Promise<string> {
  let folder: Promise<string> | undefined;
  afterAll(async () => {
    if (folder) await rm(await folder, { recursive: true, force: true });
  });
  return () => (folder ??= mkdtemp(path.join(tmpdir(), 'pid-process-')));
}

interface StartOptions {
  environment?: Record<string, string>;
  cwd?: string;
  waitForReady?: boolean;
  words?: readonly string[];
  /** The built server, if it is not the one of these sources. */
  main?: string;
}

/** Starts the built service in a separate process, as an operator does. It ends with the test. */
export async function startPid(dataDir: string, options: StartOptions = {}): Promise<PidProcess> {
  const pid = spawnProcess(
    { ...options, environment: { PID_DATA_DIR: dataDir, ...options.environment } },
    await freePort(),
  );
  onTestFinished(async () => {
    pid.child.kill('SIGTERM');
    await pid.ended;
  });
  if (options.waitForReady !== false) await waitForReady(pid);
  return pid;
}

/** Like `startPid`, but the caller ends the process. */
export async function spawnPid(environment: Record<string, string>, main = mainFile): Promise<PidProcess> {
  const pid = spawnProcess(
    { environment: { PID_MASTER_KEY: testMasterKey, ...environment }, main },
    await freePort(),
  );
  await waitForReady(pid);
  return pid;
}

function spawnProcess(options: StartOptions, freePortNumber: number): PidProcess {
  const environment: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    PID_PORT: String(freePortNumber),
    PID_LOG_LEVEL: 'error',
    PID_RATE_LIMIT: '0',
    ...options.environment,
  };
  const child = spawn(process.execPath, [options.main ?? mainFile, 'start', ...(options.words ?? [])], {
    cwd: options.cwd ?? tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)),
  );
  return { child, baseUrl: `http://localhost:${environment['PID_PORT']}`, output: () => output, ended };
}

async function waitForReady({ child, baseUrl, output }: PidProcess): Promise<void> {
  let last = 'no answer';
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`);
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (answer) last = await answer.text();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the service is not ready: ${last}\n${output()}`);
}

/** Whether the load balancer sends requests to the node. Only then may the other node stop. */
export async function isAsked({ baseUrl }: PidProcess): Promise<boolean> {
  const metrics = await fetch(`${baseUrl.replace('localhost', '127.0.0.1')}/metrics`).then((answer) =>
    answer.text(),
  );
  return /^pid_http_request_seconds_count\{route="\/v1\/identity\/me",method="GET",status="200"\} [1-9]/m.test(
    metrics,
  );
}
