import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giveToPostgres, nameCurrentFolder, type PostgresUser } from './become-postgres-user.ts';
import { codeOf } from './embedded-postgres-error.ts';
import { type Postmaster, SOCKET_NAME } from './find-postmaster.ts';
import type { Endpoint } from './server-settings.ts';

/** sockaddr_un allows 107 bytes on Linux and 103 on macOS and the BSDs. */
const SOCKET_PATH_LIMIT_BYTES = 103;
const PORT = 5432;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Endpoint for a new server: a socket in the cluster folder, or in a short private folder if that path is too
 * long.
 */
export async function chooseEndpoint(cluster: string, user: PostgresUser): Promise<Endpoint> {
  if (process.platform === 'win32') return { socketFolder: null, port: await findFreePort() };
  if (fitsSocket(cluster)) return { socketFolder: nameCurrentFolder(user, cluster), port: PORT };
  return { socketFolder: await makeShortFolder(cluster, user), port: PORT };
}

/** Address of the running server for a client in this process. */
export function addressOf(postmaster: Postmaster, cluster: string): Address {
  if (postmaster.socketFolder === '') return { host: '127.0.0.1', port: postmaster.port };
  const host = postmaster.socketFolder === '/proc/self/cwd' ? cluster : postmaster.socketFolder;
  return { host, port: postmaster.port };
}

export async function removeShortFolder(address: Address, cluster: string): Promise<void> {
  if (address.host.startsWith('/') && address.host !== cluster)
    await rmdir(address.host).catch(() => undefined);
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= SOCKET_PATH_LIMIT_BYTES;
}

async function makeShortFolder(cluster: string, user: PostgresUser): Promise<string> {
  const base = fitsSocket(path.join(tmpdir(), `pid-${'0'.repeat(16)}`)) ? tmpdir() : '/tmp';
  const key = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  let folder = path.join(base, `pid-${key}`);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    // Any user can create names in the temporary folder. Do not use a folder that other users own or can
    // access.
    if (!(await isPrivate(folder, user))) folder = await mkdtemp(path.join(base, 'pid-'));
  });
  await chmod(folder, 0o700);
  await giveToPostgres(user, folder);
  return folder;
}

async function isPrivate(folder: string, user: PostgresUser): Promise<boolean> {
  const found = await lstat(folder);
  const ours = found.uid === process.getuid?.() || (user.kind === 'switched' && found.uid === 65534);
  return found.isDirectory() && ours && (found.mode & 0o077) === 0;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The TCP server has no port');
  return address.port;
}
