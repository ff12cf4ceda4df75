import { execFile } from 'node:child_process';
import { readFile, readlink, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres-error.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Path that the server uses for it. Empty if there is none. */
  readonly socketFolder: string;
  readonly status: string;
}

const REMNANT_AGE_MILLISECONDS = 5_000;
export const SOCKET_NAME = '.s.PGSQL.5432';

/** Reads `postmaster.pid`. Its content may be out of date. */
export async function readPostmasterFile(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/**
 * Whether the process with this ID is the server of this folder. After a reboot, another process may have the
 * ID. PostgreSQL's current folder is its data folder, so on Linux the current folder of the process decides.
 * This check also rejects zombie processes.
 */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const current = `/proc/${pid}/cwd`;
    const [theirs, ours] = await Promise.all([current, cluster].map((name) => stat(name).catch(() => null)));
    if (!theirs) return false;
    // The folder may have been deleted while the server is running.
    if (!ours) return (await readlink(current).catch(() => '')) === `${cluster} (deleted)`;
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  }
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return /postgres\s*$/.test(stdout) && !stdout.trim().startsWith('Z');
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * A machine crash can leave an empty lock file, and PostgreSQL refuses to start with one. A starting server
 * fills the file immediately, so only old empty files are deleted.
 */
export async function removeEmptyLockFiles(cluster: string, nowMilliseconds = Date.now()): Promise<void> {
  for (const name of ['postmaster.pid', `${SOCKET_NAME}.lock`]) {
    const file = path.join(cluster, name);
    const found = await stat(file).catch(() => null);
    if (found?.size === 0 && nowMilliseconds - found.mtimeMs > REMNANT_AGE_MILLISECONDS) await unlink(file);
  }
}
