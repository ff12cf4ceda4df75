import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmaster, type Postmaster, removeSocketFolder } from './find-postmaster.ts';
import type { LaunchPlan } from './launch-postmaster.ts';
import { binaryPath } from './locate-binaries.ts';

/**
 * Stops the server like `pg_ctl stop -m fast`: open transactions are rolled back and a checkpoint is written.
 * If that takes longer than 30 seconds, it does an immediate stop, and the next start replays the WAL. Committed
 * data survives both. pg_ctl itself refuses to run as root.
 */
export async function stopServer(plan: LaunchPlan, { pid, address }: Postmaster): Promise<void> {
  if (!(await hasEnded(plan, pid, 'INT', 30)) && !(await hasEnded(plan, pid, 'QUIT', 10))) {
    throw new EmbeddedPostgresError(
      'stop_failed',
      `PostgreSQL (process ${pid}) did not stop within 40 seconds. Check its log, and end it with ` +
        `\`kill -9 ${pid}\` if it hangs; committed data is kept.`,
    );
  }
  await removeSocketFolder(address.host, plan.cluster);
}

async function hasEnded(
  { cluster, user }: LaunchPlan,
  pid: number,
  signal: 'INT' | 'QUIT',
  limitSeconds: number,
): Promise<boolean> {
  if (!(await isPostmaster(pid, cluster))) return true;
  try {
    // Windows has no signals. pg_ctl emulates them.
    if (process.platform === 'win32')
      await promisify(execFile)(binaryPath(user.native, 'pg_ctl'), ['kill', signal, String(pid)]);
    else process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (await isPostmaster(pid, cluster)) throw error;
  }
  const deadline = performance.now() + limitSeconds * 1000;
  while (await isPostmaster(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
