// A machine on which the handbook is followed: its folders, Debian's PostgreSQL, and the command `pid` of deploy/systemd.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { root } from '../support/deploy-files.ts';

const execute = promisify(execFile);

/** The user of the service. Debian has it on every machine; the handbook creates `pid`. */
const [user, group] = ['nobody', 'nogroup'];

export interface Outcome {
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard output and standard error. */
  readonly text: string;
}

export interface Machine {
  readonly folder: string;
  /** The folder in which commands run, and to which the service's user may write. */
  readonly work: string;
  /** The text of a command or a file with the folders of this machine. */
  here(text: string): string;
  /** Runs a shell command as root, in `work`. */
  shell(command: string, environment?: Record<string, string>, input?: string): Promise<Outcome>;
  /** Starts a command that keeps running. */
  start(command: string, environment: Record<string, string>): Running;
  give(file: string, text: string): Promise<void>;
}

export interface Running {
  readonly child: ChildProcess;
  output(): string;
  /** The process of the service itself: the shell and `runuser` are its parents. */
  service(): number;
  stop(): Promise<void>;
}

export async function openMachine(folder: string): Promise<Machine> {
  const at = (...names: string[]) => path.join(folder, ...names);
  const places: readonly (readonly [string, string])[] = [
    ['/usr/local/bin/pid', at('bin/pid')],
    ['/etc/systemd/system/', `${at('units')}/`],
    ['/etc/pid', at('etc/pid')],
    ['/opt/pid', at('opt/pid')],
    ['/var/lib/postgresql/15/main', at('postgresql/main')],
    ['/var/lib/pid', at('data')],
    ['/var/log/pid', at('log')],
    ['/backup', at('backup')],
    ['runuser -u pid ', `runuser -u ${user} `],
    [' -g pid ', ` -g ${group} `],
  ];
  const here = (text: string) => places.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  await chmod(folder, 0o755);
  for (const name of ['bin', 'etc', 'units', 'data', 'log', 'backup', 'postgresql', 'work', 'opt/pid'])
    await mkdir(at(name), { recursive: true });
  // The sources and the build of this repository, with deployment files that name the folders of this machine.
  await cp(path.join(root, 'deploy'), at('opt/pid/deploy'), {
    recursive: true,
    filter: (name) => !/\/secrets/.test(name),
  });
  for (const name of await readdir(at('opt/pid/deploy/systemd'))) {
    const file = at('opt/pid/deploy/systemd', name);
    await writeFile(file, here(await readFile(file, 'utf8')));
  }
  for (const name of ['packages', 'node_modules', 'package.json'])
    await symlink(path.join(root, name), at('opt/pid', name));
  const owner = await identifier('-u', user);
  for (const name of ['data', 'log', 'work']) chownSync(at(name), owner, await identifier('-g', user));
  const environmentOf = (more: Record<string, string>) => ({
    HOME: process.env['HOME'],
    PATH: `${at('bin')}:/usr/lib/postgresql/15/bin:${process.env['PATH']}`,
    PID_LOG_LEVEL: 'error',
    ...more,
  });
  return {
    folder,
    work: at('work'),
    here,
    async shell(command, environment = {}, input) {
      const child = spawn('sh', ['-c', command], {
        cwd: at('work'),
        env: environmentOf(environment),
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      });
      let [out, text] = ['', ''];
      child.stdout!.on('data', (chunk) => {
        out += String(chunk);
        text += String(chunk);
      });
      child.stderr!.on('data', (chunk) => (text += String(chunk)));
      child.stdin?.end(input);
      const [code] = (await once(child, 'close')) as [number];
      return { code, out, text };
    },
    start(command, environment) {
      const child = spawn('sh', ['-c', command], {
        cwd: at('work'),
        env: environmentOf(environment),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      child.stdout.on('data', (chunk) => (text += String(chunk)));
      child.stderr.on('data', (chunk) => (text += String(chunk)));
      const service = () => serviceBelow(child.pid!) ?? child.pid!;
      return {
        child,
        output: () => text,
        service,
        async stop() {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'close');
          process.kill(service(), 'SIGTERM');
          await ended;
        },
      };
    },
    async give(file, text) {
      await writeFile(file, text, { mode: 0o640 });
      chownSync(file, 0, await identifier('-g', user));
    },
  };
}

async function identifier(flag: '-u' | '-g', name: string): Promise<number> {
  return Number((await execute('id', [flag, name])).stdout);
}

/** The first process below `pid` that runs `main.js`. */
function serviceBelow(pid: number): number | null {
  const words = (process: number) => readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0');
  if (words(pid)[0]?.endsWith('node') && words(pid).some((word) => word.endsWith('main.js'))) return pid;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  for (const child of children === '' ? [] : children.split(' ')) {
    const found = serviceBelow(Number(child));
    if (found !== null) return found;
  }
  return null;
}

export interface DebianCluster {
  readonly port: number;
  /** Address of a role, with its password. */
  url(role: string, database?: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Appends lines to postgresql.conf. */
  configure(lines: string): Promise<void>;
  remove(lines: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, role?: string): Promise<Row[]>;
}

/** A cluster of Debian's PostgreSQL in `data`, with the programs and the user of the distribution. */
export async function openCluster(
  bin: string,
  data: string,
  port: number,
  passwords: Record<string, string>,
): Promise<DebianCluster> {
  const configuration = path.join(data, 'postgresql.conf');
  const as = (...words: string[]) => execute('runuser', ['-u', 'postgres', '--', ...words], { cwd: '/tmp' });
  const control = (...words: string[]) => as(`${bin}/bin/pg_ctl`, '-D', data, '-w', ...words);
  const parent = path.dirname(data);
  await execute('chown', ['postgres:', parent]);
  await as(
    `${bin}/bin/initdb`,
    '-D',
    data,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--auth-local=peer',
    '--auth-host=scram-sha-256',
  );
  const url = (role: string, database = 'pid') =>
    `postgresql://${role}:${encodeURIComponent(passwords[role] ?? '')}@127.0.0.1:${port}/${database}`;
  const configure = async (lines: string) =>
    writeFile(configuration, `${await readFile(configuration, 'utf8')}${lines}`);
  await configure(
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${parent}'\nmax_connections = 200\nlog_min_messages = fatal\n`,
  );
  return {
    port,
    url,
    configure,
    async remove(lines) {
      await writeFile(configuration, (await readFile(configuration, 'utf8')).replace(lines, ''));
    },
    start: async () => void (await control('-l', path.join(parent, 'log'), 'start')),
    async stop() {
      if (existsSync(path.join(data, 'postmaster.pid'))) await control('-m', 'fast', 'stop');
    },
    async query<Row extends pg.QueryResultRow>(sql: string, role = 'postgres') {
      const client = new pg.Client({ connectionString: url(role) });
      client.on('error', () => {});
      await client.connect();
      try {
        const found = (await client.query<Row>(sql)) as pg.QueryResult<Row> | pg.QueryResult<Row>[];
        return (Array.isArray(found) ? found.at(-1)! : found).rows;
      } finally {
        await client.end();
      }
    },
  };
}
