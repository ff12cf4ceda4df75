import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres-error.ts';

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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
