import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  becomePostgresUser,
  giveToPostgres,
  nameCurrentFolder,
  spawnPostgres,
  waitForExit,
} from '../../embedded-postgres/src/become-postgres-user.ts';

const distributionFolder = '/usr/lib/postgresql';

/** Path of the newest Debian PostgreSQL on this machine, or null. */
export function findDebianPostgres(): string | null {
  const versions = existsSync(distributionFolder) ? readdirSync(distributionFolder) : [];
  const [newest] = versions
    .filter((version) => existsSync(path.join(distributionFolder, version, 'bin/initdb')))
    .toSorted((left, right) => Number(right) - Number(left));
  return newest === undefined ? null : path.join(distributionFolder, newest);
}

export interface DebianPostgres {
  /** Connects as the superuser, a role that PID never uses. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a cluster with the programs of the distribution, on a separate port and without durability, because
 * these tests cover no crashes.
 */
export async function startDebianPostgres(
  native: string,
  port: number,
  tls?: { readonly certificate: string; readonly key: string } | null,
  further = '',
): Promise<DebianPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-debian-'));
  const cluster = path.join(folder, 'cluster');
  const password = 'of-the-superuser';
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(path.join(cluster, '../password'), password);
  if (tls) {
    await copyFile(tls.certificate, path.join(folder, 'server.crt'));
    await copyFile(tls.key, path.join(folder, 'server.key'));
    await chmod(path.join(folder, 'server.key'), 0o600);
  }
  const user = await becomePostgresUser(native);
  await giveToPostgres(user, folder);
  const name = nameCurrentFolder(user, cluster);
  const options = { cwd: cluster, stdio: 'ignore' as const };
  const args = [
    '-D',
    name,
    '-U',
    'postgres',
    `--pwfile=${name}/../password`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
  ];
  if ((await waitForExit(spawnPostgres(user, 'initdb', args, options))) !== 0)
    throw new Error(`initdb of ${native} failed`);
  const settings = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\nmax_connections = 200\nlog_min_messages = fatal\n`;
  const encrypted = `ssl = on\nssl_cert_file = '../server.crt'\nssl_key_file = '../server.key'\n`;
  await appendFile(path.join(cluster, 'postgresql.conf'), `${settings}${tls ? encrypted : ''}${further}`);
  const server = spawnPostgres(user, 'postgres', ['-D', name], options);
  process.once('exit', () => server.kill('SIGKILL'));
  const ended = waitForExit(server);
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; !(await answers(url)); attempt += 1) {
    if (server.exitCode !== null || attempt > 600) throw new Error(`PostgreSQL of ${native} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      // Signals the postmaster. In a namespace, the spawned process is its parent and is signalled instead.
      const pid = Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(user.kind === 'namespace' ? server.pid! : pid, 'SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
