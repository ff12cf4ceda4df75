import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import {
  becomePostgresUser,
  giveToPostgres,
  nameCurrentFolder,
  spawnPostgres,
  type PostgresUser,
} from '../../packages/embedded-postgres/src/become-postgres-user.ts';
import { createCluster, readPassword } from '../../packages/embedded-postgres/src/create-cluster.ts';
import { locateBinaries, prepareBinaries } from '../../packages/embedded-postgres/src/locate-binaries.ts';
import { freePort } from '../../packages/server/test/free-port.ts';

/**
 * A PostgreSQL with durable commits on a separate TCP port, in processes that can be paused, killed and
 * restarted.
 */
export interface OwnPostgres {
  readonly port: number;
  readonly folder: string;
  /** URL of the owner for the database `name`. */
  url(name?: string): string;
  start(): Promise<void>;
  /** Stops every process of the server with a signal, like a machine that is disconnected or overloaded. */
  pause(): void;
  resume(): void;
  /** Kills every process together, like a machine that loses power. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  promote(): Promise<void>;
  /** Takes the files of `leader`, and follows it from the next start. Neither of them runs. */
  follow(leader: OwnPostgres): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

interface Cluster {
  readonly folder: string;
  readonly user: PostgresUser;
  readonly password: string;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
  io_method: 'sync',
};

/** A primary and its synchronous standby: acknowledged commits are on both. */
export async function ownPair(folder: string): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
  const user = await becomePostgresUser(await prepareBinaries(locateBinaries(), folder));
  const first = path.join(folder, 'first');
  await mkdir(first, { mode: 0o700 });
  await createCluster(folder, first, user, () => {});
  const password = await readPassword(first);
  const primary = await ownServer({ folder: first, user, password });
  const standby = await ownServer({ folder: path.join(folder, 'second'), user, password });
  try {
    await standby.follow(primary);
    await startPair(primary, standby);
    await primary.query('create database pid');
  } catch (error) {
    await Promise.all([primary.stop(), standby.stop()]);
    throw error;
  }
  return { primary, standby };
}

/** The killed primary becomes the synchronous standby of its successor, which also loses power for it. */
export async function rejoin(successor: OwnPostgres, killed: OwnPostgres): Promise<void> {
  await successor.kill();
  await killed.follow(successor);
  await startPair(successor, killed);
}

async function startPair(primary: OwnPostgres, standby: OwnPostgres): Promise<void> {
  await primary.start();
  await standby.start();
  await until('the standby follows', async () => {
    const rows = await primary.query("select from pg_stat_replication where state = 'streaming'");
    return rows.length === 1;
  });
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
}

async function ownServer(cluster: Cluster): Promise<OwnPostgres> {
  const port = await freePort();
  let more: Record<string, string> = {};
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));
  const url = (name = 'postgres') => `postgresql://pid:${cluster.password}@127.0.0.1:${port}/${name}`;

  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  const family = () => [child!.pid!, ...childrenOf(child!.pid!)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family()) {
      try {
        process.kill(pid, name);
      } catch {
        // The backend has already ended.
      }
    }
  };
  return {
    port,
    folder: cluster.folder,
    url,
    query,
    async start() {
      const all = { ...settings, ...more, port: String(port) };
      child = spawnPostgres(
        cluster.user,
        'postgres',
        [
          '-D',
          nameCurrentFolder(cluster.user, cluster.folder),
          ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        { cwd: cluster.folder, stdio: 'ignore' },
      );
      const { pid } = child;
      await until(`the server on port ${port} answers`, () =>
        query('select 1').then(
          () => true,
          () => {
            if (child?.exitCode !== null) throw new Error(`PostgreSQL ${pid} ended with ${child?.exitCode}`);
            return false;
          },
        ),
      );
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill() {
      const ended = once(child!, 'exit');
      signal('SIGKILL');
      await ended;
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signal('SIGCONT');
      child.kill('SIGQUIT');
      await ended;
    },
    async promote() {
      await query('select pg_promote()');
    },
    async follow(leader) {
      await rm(cluster.folder, { recursive: true, force: true });
      await cp(leader.folder, cluster.folder, { recursive: true, preserveTimestamps: true });
      await rm(path.join(cluster.folder, 'postmaster.pid'), { force: true });
      await writeFile(path.join(cluster.folder, 'standby.signal'), '');
      await giveToPostgres(cluster.user, cluster.folder);
      more = {
        primary_conninfo: `host=127.0.0.1 port=${leader.port} user=pid password=${cluster.password} application_name=standby`,
        wal_retrieve_retry_interval: '200ms',
        // Must not be lower than the value of the primary, which was 100 when the cluster was created.
        max_connections: '100',
      };
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

export async function until(
  what: string,
  reached: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await reached())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
