import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmaster } from './find-postmaster.ts';
import { binaryPath } from './locate-binaries.ts';

const FAST_LIMIT_MILLISECONDS = 30_000;
const IMMEDIATE_LIMIT_MILLISECONDS = 10_000;

/**
 * Stops the server like `pg_ctl stop -m fast`: open transactions are rolled back and a checkpoint is written.
 * If that takes too long, it does an immediate stop, and the next start replays the WAL. Committed data
 * survives both.
 */
export async function stopPostmaster(native: string, cluster: string, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'];
    await promisify(execFile)(binaryPath(native, 'pg_ctl'), args, { windowsHide: true }).catch(
      () => undefined,
    );
  } else {
    await signal(cluster, pid, 'SIGINT');
  }
  if (await isGone(cluster, pid, FAST_LIMIT_MILLISECONDS)) return;
  await signal(cluster, pid, 'SIGQUIT');
  if (await isGone(cluster, pid, IMMEDIATE_LIMIT_MILLISECONDS)) return;
  throw new EmbeddedPostgresError(
    'stop_failed',
    `PostgreSQL (process ${pid}) did not stop within ${(FAST_LIMIT_MILLISECONDS + IMMEDIATE_LIMIT_MILLISECONDS) / 1000} ` +
      `seconds. Check its log, and end it with \`kill -9 ${pid}\` if it hangs; committed data is kept.`,
  );
}

async function signal(cluster: string, pid: number, name: NodeJS.Signals): Promise<void> {
  if (!(await isPostmaster(pid, cluster))) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function isGone(cluster: string, pid: number, limitMilliseconds: number): Promise<boolean> {
  const deadline = performance.now() + limitMilliseconds;
  while (await isPostmaster(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
