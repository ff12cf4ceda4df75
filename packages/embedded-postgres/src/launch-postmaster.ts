import { once } from 'node:events';
import { copyFile, mkdtemp, open, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  giveToPostgres,
  nameCurrentFolder,
  type PostgresUser,
  reclaimCluster,
  spawnPostgres,
} from './become-postgres-user.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type Postmaster, removeSocketFolder, SOCKET_FOLDER_PREFIX, SOCKET_NAME } from './find-postmaster.ts';
import { DEFAULT_SETTINGS } from './server-settings.ts';

/** sockaddr_un allows 107 bytes on Linux and 103 on macOS and the BSDs. */
const SOCKET_PATH_LIMIT_BYTES = 103;
const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const EMPTY_FILE_AGE_MILLISECONDS = 5_000;

export interface LaunchPlan {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly user: PostgresUser;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Identifies binaries and settings, to detect a running server with other ones. */
  readonly fingerprint: string;
}

export interface Launch {
  /** Log output of the process after it has ended; null before. */
  endedWith: string | null;
}

/** The caller has checked that `stale`, the content of `postmaster.pid`, names no running server. */
export async function launchPostmaster(plan: LaunchPlan, stale: Postmaster | null): Promise<Launch> {
  const { cluster, logFile, user } = plan;
  if (stale !== null) await removeSocketFolder(stale.address.host, cluster);
  await reclaimCluster(user, cluster);
  await removeEmptyLockFiles(cluster);
  await boundLog(logFile);
  const socketFolder = await chooseSocketFolder(cluster, user);
  // Settings that the service depends on come last, so that other settings cannot override them.
  const settings = {
    ...DEFAULT_SETTINGS,
    ...plan.settings,
    ...(await describeEndpoint(socketFolder)),
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    'pid.launch': plan.fingerprint,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(logFile, 'a', 0o600);
  const { size } = await log.stat();
  const options = {
    cwd: cluster,
    // PostgreSQL checks only whether a process with the stale ID exists, which may be the case after a reboot.
    // It ignores the ID of its grandparent process, so with this variable it replaces the lock file itself,
    // without a race. pg_ctl would overwrite the variable.
    env: stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {},
    detached: true,
    stdio: ['ignore', log.fd, log.fd] as ['ignore', number, number],
  };
  const folder = ['-D', nameCurrentFolder(user, cluster)];
  // On Windows, PostgreSQL refuses to run as an administrator. Only pg_ctl can drop those privileges.
  const child =
    process.platform === 'win32'
      ? spawnPostgres(user, 'pg_ctl', ['start', '-W', ...folder, '-o', quoteForWindows(args)], options)
      : spawnPostgres(user, 'postgres', [...folder, ...args], options);
  const launch: Launch = { endedWith: null };
  const finish = async (): Promise<void> => {
    await removeSocketFolder(socketFolder, cluster);
    const bytes = await readFile(logFile).catch(() => Buffer.alloc(0));
    launch.endedWith = bytes.subarray(size).toString();
  };
  child.once('close', (code) => {
    if (process.platform !== 'win32' || code !== 0) void finish();
  });
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  child.unref();
  return launch;
}

/**
 * Limits the size of the log and keeps one predecessor. The server opens the log in append mode, so
 * truncating it is safe.
 */
export async function boundLog(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || found.size <= LOG_LIMIT_BYTES) return;
  await copyFile(file, `${file}.1`).catch(() => undefined);
  await truncate(file, 0).catch(() => undefined);
}

/**
 * A machine crash can leave an empty lock file, and PostgreSQL refuses to start with one. A starting server
 * fills the file immediately, so only old empty files are deleted.
 */
async function removeEmptyLockFiles(cluster: string): Promise<void> {
  for (const name of ['postmaster.pid', `${SOCKET_NAME}.lock`]) {
    const file = path.join(cluster, name);
    const found = await stat(file).catch(() => null);
    if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FILE_AGE_MILLISECONDS) await unlink(file);
  }
}

/** The cluster folder, or a short private folder if that path is too long for a socket. */
async function chooseSocketFolder(cluster: string, user: PostgresUser): Promise<string> {
  const fits = (folder: string): boolean =>
    Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= SOCKET_PATH_LIMIT_BYTES;
  if (process.platform === 'win32' || fits(cluster)) return nameCurrentFolder(user, cluster);
  const prefix = path.resolve(tmpdir(), SOCKET_FOLDER_PREFIX);
  const base = fits(`${prefix}XXXXXX`) ? path.dirname(prefix) : '/tmp';
  const folder = await mkdtemp(path.join(base, SOCKET_FOLDER_PREFIX)).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      'unusable_folder',
      `The path ${cluster} is too long for a socket, and no folder for it can be made in ${base} (${codeOf(error)}). ` +
        'Set TMPDIR to a folder that this user may write, or choose a data folder with a shorter path.',
      error,
    );
  });
  await giveToPostgres(user, folder);
  return folder;
}

async function describeEndpoint(socketFolder: string): Promise<Record<string, string>> {
  if (process.platform === 'win32')
    return { listen_addresses: '127.0.0.1', port: await findFreePort(), unix_socket_directories: '' };
  const quoted = `"${socketFolder.replaceAll('"', '""')}"`;
  return { listen_addresses: '', port: '5432', unix_socket_directories: quoted };
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? String(address.port) : '';
}

function quoteForWindows(args: readonly string[]): string {
  return args.map((argument) => `"${argument.replaceAll('"', '\\"')}"`).join(' ');
}
