import { once } from 'node:events';
import { copyFile, mkdtemp, open, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import {
  giveToPostgres,
  nameCurrentFolder,
  type PostgresUser,
  reclaimCluster,
  spawnPostgres,
} from './become-postgres-user.ts';
import { readPostmasterFile } from './find-postmaster.ts';
import { DEFAULT_SETTINGS } from './server-settings.ts';

const SOCKET_NAME = '.s.PGSQL.5432';
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

export async function launchPostmaster(plan: LaunchPlan): Promise<Launch> {
  const { cluster, logFile, user } = plan;
  await reclaimCluster(user, cluster);
  await removeEmptyLockFiles(cluster);
  await boundLog(logFile);
  const stale = await readPostmasterFile(cluster);
  // Settings that the service depends on come last, so that other settings cannot override them.
  const settings = {
    ...DEFAULT_SETTINGS,
    ...plan.settings,
    ...(await chooseEndpoint(cluster, user)),
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    'pid.launch': plan.fingerprint,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(logFile, 'a', 0o600);
  const { size } = await log.stat();
  const options = {
    cwd: cluster,
    // The caller has checked that this process is not a server. PostgreSQL checks only whether a process with
    // this ID exists, which may be the case after a reboot. It ignores the ID of its grandparent process, so
    // with this variable it replaces the lock file itself, without a race. pg_ctl would overwrite the variable.
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
  child.once('exit', (code) => {
    if (process.platform === 'win32' && code === 0) return;
    const text = readFile(logFile).catch(() => Buffer.alloc(0));
    void text.then((bytes) => (launch.endedWith = bytes.subarray(size).toString()));
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

/** A socket in the cluster folder, or in a short private folder if that path is too long. */
async function chooseEndpoint(cluster: string, user: PostgresUser): Promise<Record<string, string>> {
  if (process.platform === 'win32')
    return { listen_addresses: '127.0.0.1', port: await findFreePort(), unix_socket_directories: '' };
  let folder = nameCurrentFolder(user, cluster);
  if (Buffer.byteLength(path.join(cluster, SOCKET_NAME)) > SOCKET_PATH_LIMIT_BYTES) {
    folder = await mkdtemp('/tmp/pid-');
    await giveToPostgres(user, folder);
  }
  const quoted = `"${folder.replaceAll('"', '""')}"`;
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
