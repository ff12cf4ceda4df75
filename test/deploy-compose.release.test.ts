import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startDebianPostgres, type DebianPostgres } from '../packages/server/test/debian-postgres.ts';
import { freePort } from '../packages/server/test/free-port.ts';
import { read, root } from './support/deploy-files.ts';
import { ensureDebianPostgres } from './support/ensure-postgres.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';

const postgresFolder = ensureDebianPostgres();
// Containers cannot run everywhere. Namespaces give the same mounts, user and privileges.
const namespaces = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

interface Service {
  readonly secrets?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Record<string, string>;
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly string[];
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, { readonly file: string }>;
};
const containerfile = read('deploy/Containerfile');

const folder = mkdtempSync(path.join(tmpdir(), 'pid-compose-'));
let postgres: DebianPostgres;
let port = 0;
const passwords = { owner: String.raw`p@ss/w%rd:\x41 é#?`, service: `it's "100%"&+` };
const address = (role: string, password: string) =>
  `postgresql://${role}:${encodeURIComponent(password)}@postgres:${port}/pid\n`;

beforeAll(async () => {
  if (!postgresFolder || !namespaces) return;
  port = await freePort();
  postgres = await startDebianPostgres(postgresFolder, port);
  writeFileSync(path.join(folder, 'hosts'), '127.0.0.1 localhost postgres\n127.0.0.99 redis\n');
  const contents = {
    'postgres-password': `${new URL(postgres.url).password}\n`,
    'database-url': address('pid_service', passwords.service),
    'database-owner-url': address('pid_owner', passwords.owner),
    'master-key': `${randomBytes(32).toString('base64')}\n`,
    'providers.json': JSON.stringify([
      { id: 'google', issuer: 'https://accounts.google.com', clientId: 'c', clientSecret: 's' },
    ]),
  };
  mkdirSync(path.join(folder, 'secrets'));
  for (const [name, content] of Object.entries(contents)) secret(name, content, 0o644);
  // The operator's own folder, as in the first lines of the compose file.
  chownSync(path.join(folder, 'secrets'), 1000, 1000);
  chmodSync(path.join(folder, 'secrets'), 0o700);
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function secret(name: string, content: string, mode: number): void {
  const file = path.join(folder, 'secrets', name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  chownSync(file, 1000, 1000);
}

// The reference implementation of the Compose Specification; Go names the program after its folder.
const composeSpec = ensureTool('cmd', { go: 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2' })!;

test.skipIf(!composeSpec)(
  `the Compose Specification accepts the file${skipReason({ 'compose-spec': composeSpec })}`,
  () => {
    const check = (text: string, name = 'compose.yaml') => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      // The program does not interpolate variables of the environment.
      const words = ['--no-interpolation', '--no-path-resolution', '--format', 'json', file];
      return spawnSync(composeSpec, words, { encoding: 'utf8', cwd: folder });
    };
    const { status, stdout, stderr } = check(read('deploy/compose.yaml'));
    expect([status, stderr]).toEqual([0, '']);
    expect(Object.keys((JSON.parse(stdout) as typeof compose).services).toSorted()).toEqual(
      Object.keys(compose.services).toSorted(),
    );
    const sandbox = check(read('deploy/compose.sandbox.yaml'), 'compose.sandbox.yaml');
    expect([sandbox.status, sandbox.stderr]).toEqual([0, '']);
    const { services } = JSON.parse(sandbox.stdout) as typeof compose;
    expect(Object.keys(services).toSorted()).toEqual([
      'audit',
      'migrate',
      'node',
      'postgres',
      'proxy',
      'roles',
    ]);
    expect(check('services: { one: { image: pid, reed_only: true } }').stderr).toContain('reed_only');
  },
);

/** The command that runs `words` with the mounts of a service: its secrets, temporary folders and a read-only root. */
function inContainer(service: Service, user: number, words: readonly string[]): string[] {
  const mounts = [
    `mount --bind ${folder}/hosts /etc/hosts`,
    'mount -t tmpfs tmpfs /run',
    'mkdir /run/secrets',
    ...(service.secrets ?? []).flatMap((name) => [
      `touch /run/secrets/${name}`,
      `mount --bind ${path.join(folder, compose.secrets[name]!.file)} /run/secrets/${name}`,
    ]),
    'mount -t tmpfs tmpfs /var/lib',
    'mkdir /var/lib/pid',
    ...(service.tmpfs ?? []).map((entry) => {
      const [target, options = 'mode=1777'] = entry.split(':');
      return `mount -t tmpfs -o ${options} tmpfs ${target}`;
    }),
    // A new volume gets the content and the owner of the image's folder.
    ...(service.volumes ?? []).flatMap((entry) => {
      const target = entry.split(':')[1]!;
      const isOwned = containerfile.includes(`install -d -o pid ${target}\n`);
      return [
        `mkdir -p ${target}`,
        `mount -t tmpfs -o uid=${isOwned ? userOfImage : 0},mode=755 tmpfs ${target}`,
      ];
    }),
    'mount -o remount,bind,ro /',
  ];
  const drop =
    user === 0
      ? []
      : [
          'setpriv',
          `--reuid=${user}`,
          `--regid=${user}`,
          '--clear-groups',
          '--no-new-privs',
          '--bounding-set=-all',
        ];
  return ['--mount', 'sh', '-euc', `${mounts.join('\n')}\nexec "$@"`, 'sh', ...drop, ...words];
}

/** The environment of a node's container: the image's and the service's, on a port that is free here. */
function environmentOf(service: Service, listen = 4100): Record<string, string> {
  const image = [...containerfile.matchAll(/(PID_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return {
    PATH: process.env['PATH']!,
    NODE_ENV: 'production',
    ...Object.fromEntries(image),
    ...service.environment,
    PID_BASE_URL: 'https://pid.example',
    PID_PORT: String(listen),
  };
}
const main = [process.execPath, path.join(root, 'packages/server/dist/main.js')];
const userOfImage = Number(/^USER (\d+)$/m.exec(containerfile)![1]);

test.skipIf(!postgresFolder || !namespaces)(
  `compose creates the roles, migrates, starts a node and audits, with percent-encoded passwords and files of the operator${skipReason({ PostgreSQL: postgresFolder, namespaces })}`,
  async () => {
    const { roles, migrate, node1, audit } = compose.services;
    const script = roles!.command![0]!.replaceAll('$$', '$');
    const withPassword = async (user: string, password: string, sql = 'select') => {
      const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'pid' });
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    };
    // The second start finds the roles and another password, the third one finds everything as it is.
    for (const password of ['before', passwords.service, passwords.service]) {
      secret('database-url', address('pid_service', password), 0o644);
      const created = spawnSync('unshare', inContainer(roles!, 0, ['bash', '-euc', script]), {
        encoding: 'utf8',
        // With a socket as its input, bash reads bashrc.
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: `${postgresFolder}/bin:${process.env['PATH']}`, PGPORT: String(port) },
      });
      expect([created.status, created.stderr]).toEqual([0, '']);
      await withPassword('pid_service', password);
    }
    await withPassword('pid_owner', passwords.owner);
    await expect(withPassword('pid_service', 'before')).rejects.toThrow('password authentication failed');

    const migrated = spawnSync(
      'unshare',
      inContainer(migrate!, userOfImage, [...main, ...migrate!.command!]),
      {
        encoding: 'utf8',
        env: environmentOf(migrate!),
      },
    );
    expect([migrated.status, migrated.status === 0 ? '' : migrated.stdout + migrated.stderr]).toEqual([
      0,
      '',
    ]);

    const listen = await freePort();
    const environment = { ...environmentOf(node1!, listen), PID_DRAIN_SECONDS: '0' };
    const node = spawn('unshare', inContainer(node1!, userOfImage, [...main, 'start']), { env: environment });
    let output = '';
    node.stdout.on('data', (data: Buffer) => (output += data.toString()));
    node.stderr.on('data', (data: Buffer) => (output += data.toString()));
    const ended = new Promise((resolve) => node.once('exit', resolve));
    try {
      const ready = () =>
        fetch(`http://127.0.0.1:${listen}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(() => (node.exitCode === null ? ready() : `exited: ${output}`)).toBe(200);
      const [command, ...words] = JSON.parse(
        /^HEALTHCHECK .* CMD (.*)$/m.exec(containerfile)![1]!,
      ) as string[];
      expect(spawnSync(command!, words, { env: environment }).status).toBe(0);
    } finally {
      node.kill('SIGTERM');
      await ended;
    }

    const once = audit!
      .command![0]!.replace('sleep 86400', 'echo until tomorrow; exit')
      .replace('sleep 3600', 'echo in an hour; exit');
    const audited = spawnSync('unshare', inContainer(audit!, userOfImage, ['sh', '-c', once]), {
      encoding: 'utf8',
      env: environmentOf(audit!),
      cwd: root,
    });
    expect([audited.stdout, audited.stderr]).toEqual([
      expect.stringMatching(/^The ledger is whole.*\nuntil tomorrow\n$/s),
      expect.any(String),
    ]);
    const runs = await withPassword('pid_owner', passwords.owner, 'select findings from log_audit_runs');
    expect(runs).toEqual([{ findings: 0 }]);
  },
);

test.skipIf(!postgresFolder || !namespaces)(
  `a node says which secret its user cannot read${skipReason({ PostgreSQL: postgresFolder, namespaces })}`,
  () => {
    const { node1 } = compose.services;
    chmodSync(path.join(folder, 'secrets/database-url'), 0o600);
    const refused = spawnSync('unshare', inContainer(node1!, userOfImage, [...main, 'start']), {
      encoding: 'utf8',
      env: environmentOf(node1!),
    });
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain(
      'PID_DATABASE_URL_FILE names a file that cannot be read (EACCES)',
    );
  },
);
