import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { binaryPath, copyBinaries } from './locate-binaries.ts';

/**
 * The user that runs PostgreSQL. PostgreSQL refuses root, and initdb refuses a uid without a name.
 * - `self`: the user of this process.
 * - `namespace`: the same user, mapped to "nobody" in a user namespace. Files keep their owner.
 * - `switched`: root switches to the uid of "nobody". Used where namespaces are forbidden, as in many
 *   containers.
 */
export type PostgresUserKind = 'self' | 'namespace' | 'switched';

export interface PostgresUser {
  readonly kind: PostgresUserKind;
  readonly native: string;
}

const NOBODY = 65534;

// PID's environment holds secrets and the PG* variables of the user's shell. Neither must reach the server.
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'windir', 'LD_LIBRARY_PATH'];

export async function becomePostgresUser(
  native: string,
  allowed: readonly PostgresUserKind[] = ['self', 'namespace', 'switched'],
): Promise<PostgresUser> {
  const isRoot = process.getuid?.() === 0;
  if (allowed.includes('self') && !isRoot && hasName()) return { kind: 'self', native };
  for (const kind of ['namespace', 'switched'] as const)
    if (allowed.includes(kind) && (await canRun({ kind, native }))) return { kind, native };
  if (isRoot && allowed.includes('switched')) {
    // "nobody" may have no access to the checkout. Only root can write to /var/lib.
    const copy = await copyBinaries(native, '/var/lib').catch(() => null);
    if (copy !== null && (await canRun({ kind: 'switched', native: copy })))
      return { kind: 'switched', native: copy };
  }
  throw new EmbeddedPostgresError(
    'root_refused',
    'PostgreSQL refuses to run as root (or as a user without a name), and this system allows neither a user namespace nor ' +
      'a switch to the user "nobody". Start PID as an unprivileged user, or configure an external PostgreSQL.',
  );
}

export function spawnPostgres(
  user: PostgresUser,
  program: 'postgres' | 'initdb' | 'pg_ctl',
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', ...options.env };
  for (const name of INHERITED) if (process.env[name] !== undefined) environment[name] ??= process.env[name];
  const all: SpawnOptions = { ...options, env: environment, windowsHide: true };
  const file = binaryPath(user.native, program);
  if (user.kind === 'namespace') {
    const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', file, ...args];
    return spawn('unshare', mapped, all);
  }
  if (user.kind === 'switched') Object.assign(all, { uid: NOBODY, gid: NOBODY });
  return spawn(file, args, all);
}

export function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
}

/**
 * Path by which the server refers to its start folder. "nobody" cannot enter root's home, but a process can
 * always use its current folder, which Node enters before it drops root.
 */
export function nameCurrentFolder(user: PostgresUser, folder: string): string {
  return user.kind !== 'self' && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Gives a file, or a folder and its contents, to the user that runs PostgreSQL. Needed, and possible, only as
 * root. Does not follow symbolic links, because a link may point to a system folder. The folder itself changes
 * last, so its owner shows whether an earlier call finished.
 */
export async function giveToPostgres(user: PostgresUser, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const uid = ownerOf(user) ?? 0;
  try {
    const isFolder = (await lstat(file)).isDirectory();
    for (const name of isFolder ? await readdir(file) : []) await giveToPostgres(user, path.join(file, name));
    await lchown(file, uid, uid);
  } catch (error) {
    // A stopping server may delete its files during the walk.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * Namespaces may have become available or unavailable since the last start, or the folder may be a restored
 * backup.
 */
export async function reclaimCluster(user: PostgresUser, cluster: string): Promise<void> {
  if ((await lstat(cluster)).uid !== ownerOf(user)) await giveToPostgres(user, cluster);
  await chmod(cluster, 0o700);
}

function ownerOf(user: PostgresUser): number | undefined {
  return user.kind === 'switched' ? NOBODY : process.getuid?.();
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function canRun(user: PostgresUser): Promise<boolean> {
  try {
    const child = spawnPostgres(user, 'postgres', ['--version'], { cwd: '/', stdio: 'ignore' });
    return (await waitForExit(child)) === 0;
  } catch {
    return false;
  }
}
