import { execFile } from 'node:child_process';
import { lstat, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres-error.ts';

export const SOCKET_NAME = '.s.PGSQL.5432';
export const SOCKET_FOLDER_PREFIX = 'pid-';

export interface Postmaster {
  readonly pid: number;
  readonly status: string;
  /** Address for a client in this process. */
  readonly address: { readonly host: string; readonly port: number };
}

/** Reads `postmaster.pid`. Its content may be out of date. */
export async function readPostmasterFile(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const [pid, , , port, socketFolder, , , status = ''] = text.split('\n');
  if (!(Number(pid) > 0)) return null;
  const host = socketFolder === '/proc/self/cwd' ? cluster : socketFolder || '127.0.0.1';
  return { pid: Number(pid), status: status.trim(), address: { host, port: Number(port) } };
}

/**
 * Whether the process with this ID is the server of this folder. After a reboot, another process may have the
 * ID. PostgreSQL's current folder is its data folder, so on Linux the current folder of the process decides.
 * This check also rejects zombie processes.
 */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(pid);
  if (process.platform !== 'linux') {
    const ps = promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]);
    return /postgres\s*$/.test((await ps.catch(() => ({ stdout: '' }))).stdout);
  }
  const [theirs, ours] = await Promise.all(
    [`/proc/${pid}/cwd`, cluster].map((folder) => stat(folder).catch(() => null)),
  );
  return theirs !== null && theirs?.ino === ours?.ino && theirs?.dev === ours?.dev;
}

/**
 * Whether a socket folder is the cluster, or a private folder of the same owner. Any user can create a folder in
 * the temporary folder with the name in a stale `postmaster.pid`; a server there would receive the password.
 */
export async function isTrusted(host: string, cluster: string): Promise<boolean> {
  if (host === cluster || !path.isAbsolute(host)) return true;
  const found = await lstat(host).catch(() => null);
  if (found === null || !found.isDirectory() || (found.mode & 0o777) !== 0o700) return false;
  return found.uid === (await stat(cluster).catch(() => null))?.uid;
}

/** Removes the short folder of a socket whose path would have been too long, with the files of a killed server. */
export async function removeSocketFolder(host: string, cluster: string): Promise<void> {
  if (!path.basename(host).startsWith(SOCKET_FOLDER_PREFIX) || !(await isTrusted(host, cluster))) return;
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    await rm(path.join(host, name)).catch(() => undefined);
  await rmdir(host).catch(() => undefined);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
