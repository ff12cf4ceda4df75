import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../packages/server/test/free-port.ts';
import { until } from './own-postgres.ts';

/** Two synchronous members under Patroni with etcd, as in docs/operations.md. */
export interface OwnPatroni {
  readonly members: readonly [PatroniMember, PatroniMember];
  /** URL of the superuser on the given server. */
  url(member: PatroniMember, database: string): string;
  /** The leader, and whether another member follows it synchronously. */
  state(): Promise<{ leader: PatroniMember | null; isSynchronous: boolean }>;
  stop(): Promise<void>;
}

export interface PatroniMember {
  readonly name: string;
  readonly port: number;
  /** Kills Patroni and its server together, like a machine that loses power. */
  kill(): Promise<void>;
  start(): void;
}

interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  /** The folder of Debian's PostgreSQL. */
  readonly postgres: string;
}

const password = 'of-the-superuser';
/** A shared machine may take long to promote. */
const untilSeconds = 180;

export async function ownPatroni(programs: Programs): Promise<OwnPatroni> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-patroni-'));
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const [client, peer] = [await freePort(), await freePort()];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const etcd = spawn(
    programs.etcd,
    [
      ['--name', 'own', '--data-dir', path.join(folder, 'etcd'), '--initial-cluster', `own=${at(peer)}`],
      ['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
      ['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ].flat(),
    // Debian's etcd runs on arm64 only with this variable.
    { stdio: 'ignore', env: { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch } },
  );
  process.once('exit', () => etcd.kill('SIGKILL'));
  // Patroni does not quote names in synchronous_standby_names, where `first` and `any` are keywords.
  const members = [
    await member(programs, folder, 'east', client, user),
    await member(programs, folder, 'west', client, user),
  ] as const;

  async function state() {
    const states = await Promise.all(members.map(({ rest }) => clusterOf(rest)));
    const known = states.find((cluster) => cluster !== null) ?? [];
    // Ask each member itself: the others may still list a dead leader.
    const leads = await Promise.all(members.map(({ rest }) => says(rest, '/primary')));
    return {
      leader: members[leads.indexOf(true)] ?? null,
      isSynchronous: known.some(({ role, state: now }) => role === 'sync_standby' && now !== 'stopped'),
    };
  }

  async function stop(): Promise<void> {
    for (const { kill } of members) await kill();
    etcd.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
  try {
    members[0].start();
    await until('the first member leads', async () => (await state()).leader !== null, untilSeconds);
    members[1].start();
    await until('the second follows synchronously', async () => (await state()).isSynchronous, untilSeconds);
  } catch (error) {
    process.stdout.write(members.map((each) => each.said().slice(-2000)).join('\n'));
    await stop();
    throw error;
  }
  const url = ({ port }: PatroniMember, database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { members, url, state, stop };
}

/** Debian's postgres user, because PostgreSQL refuses to run as root. Null if this process is not root. */
function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

async function member(
  programs: Programs,
  folder: string,
  name: string,
  etcd: number,
  user: { uid: number; gid: number } | null,
) {
  const [port, rest] = [await freePort(), await freePort()];
  const home = path.join(folder, name);
  const data = path.join(home, 'data');
  const file = path.join(home, 'patroni.json');
  await mkdir(home, { mode: 0o755 });
  // JSON is valid YAML.
  await writeFile(file, JSON.stringify(settingsOf({ name, port, rest, etcd, home, data, programs })));
  if (user) chownSync(home, user.uid, user.gid);
  let child: ChildProcess | null = null;
  let output = '';
  process.once('exit', () => killFamily(data, child));
  return {
    name,
    port,
    rest,
    said: () => output,
    start() {
      child = spawn(programs.patroni, [file], {
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, LC_ALL: 'C.UTF-8' },
        ...user,
      });
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk) => (output += String(chunk)));
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      killFamily(data, child);
      await ended;
    },
  };
}

function settingsOf(own: {
  name: string;
  port: number;
  rest: number;
  etcd: number;
  home: string;
  data: string;
  programs: Programs;
}): object {
  const address = (port: number) => `127.0.0.1:${port}`;
  return {
    scope: 'pid',
    name: own.name,
    restapi: { listen: address(own.rest), connect_address: address(own.rest) },
    etcd3: { host: address(own.etcd) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', max_connections: 80 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address(own.port),
      connect_address: address(own.port),
      data_dir: own.data,
      bin_dir: path.join(own.programs.postgres, 'bin'),
      pgpass: path.join(own.home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
      parameters: {
        unix_socket_directories: own.home,
        shared_buffers: '64MB',
        password_encryption: 'scram-sha-256',
      },
    },
  };
}

/** Patroni starts its server in a separate session, so each process is killed by its ID. */
function killFamily(data: string, patroni: ChildProcess | null): void {
  const ids = [patroni?.pid ?? null];
  try {
    const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    ids.push(postmaster, ...children.split(' ').filter(Boolean).map(Number));
  } catch {
    // There is no running server.
  }
  for (const id of ids)
    try {
      if (id) process.kill(id, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
}

async function says(rest: number, question: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${rest}${question}`, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function clusterOf(rest: number): Promise<{ role: string; state: string }[] | null> {
  return fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => ((await answer.json()) as { members: { role: string; state: string }[] }).members,
    () => null,
  );
}
