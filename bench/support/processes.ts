import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly processId: number;
  stop(): Promise<void>;
}

/** Starts a server as a separate process and waits until it responds to `probe`. */
export async function startServer(
  words: readonly string[],
  options: { port: number; probe: string; environment?: Record<string, string> },
): Promise<Running> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...ownEnvironment(), NODE_ENV: 'production', NODE_NO_WARNINGS: '1', ...options.environment },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(timer);
  };
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${words[0]} ended with ${child.exitCode}`);
    const answer = await fetch(`http://localhost:${options.port}${options.probe}`).catch(() => null);
    if (answer?.ok) return { child, port: options.port, processId: child.pid!, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${words[0]} does not answer ${options.probe}`);
}

/** PID_ settings of the caller must not change the measured services. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PID_')));
}

const clockTickMicros = 10_000;

/**
 * Returns the processor time that processes and their children have used. It is comparable even on a busy
 * machine. Zero if there is no /proc.
 */
export async function processorMicros(processIds: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const id of await withChildren(processIds)) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    ticks += user + system;
  }
  return ticks * clockTickMicros;
}

/** Returns the resident memory of the process, without its children. */
export async function residentMiB(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const line = /VmRSS:\s+(\d+) kB/.exec(status)?.[1];
  if (line) return Number(line) / 1024;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(processId)]);
  return Number(stdout) / 1024;
}

export async function childrenOf(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function withChildren(processIds: readonly number[]): Promise<number[]> {
  const children = await Promise.all(processIds.map(childrenOf));
  return [...processIds, ...children.flat()];
}
