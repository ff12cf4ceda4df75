import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testMasterKey } from '../packages/server/test/test-sealing.ts';
import { loadConfig, settings } from '../packages/server/src/settings.ts';
import {
  files,
  manifests,
  podsOf,
  read,
  rightSecrets,
  root,
  secretsOf,
  units,
  type Manifest,
} from './support/deploy-files.ts';

test('the Kubernetes manifests are valid YAML and run as non-root without privileges', () => {
  for (const document of manifests) expect([...document.errors, ...document.warnings]).toEqual([]);
  const all = manifests.map((document) => document.toJS() as Manifest);
  expect(all.map(({ kind }) => kind)).toEqual([
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'Job',
    'CronJob',
    'NetworkPolicy',
    'Deployment',
    'ConfigMap',
    'Service',
    'NetworkPolicy',
    'PersistentVolumeClaim',
    'CronJob',
  ]);
  for (const pod of all.flatMap(podsOf)) {
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    for (const container of pod.containers) {
      expect(container.resources.limits.memory).toMatch(/Mi$/);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  }
});

test('an image contains only sources: no history, no service data, no installed packages', () => {
  const left = new Set(read('.dockerignore').split('\n'));
  for (const entry of ['.git', '.pid', '**/node_modules', '**/dist', 'test-results'])
    expect(left, entry).toContain(entry);
});

test('the image uses a supported version of Node, and the README lists the supported versions', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const supported = engines.node.split(' || ').map((range) => /\d+\.\d+/.exec(range)![0].replace(/\.0$/, ''));
  expect(read('README.md')).toContain(`Node ${supported.join(', ').replace(/, (?=[^,]*$)/, ' or ')} and npm`);
  for (const [, major] of read('deploy/Containerfile').matchAll(/node:(\d+)-/g))
    expect(supported).toContain(major);
});

test('only the migration has the URL of the table owner, and only the registrar has its key', () => {
  // A witness runs elsewhere, without any secret of the service.
  expect(secretsOf(manifests.map((document) => document.toJS() as Manifest))).toEqual([
    ...rightSecrets,
    ['witness'],
  ]);
});

test('compose starts nodes on the samples: secrets as files, the owner URL only for the migration, only the proxy published', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown> & { secrets?: string[] }>;
    secrets: Record<string, { file: string }>;
  };
  const { services, secrets } = compose;
  const withoutOwner = ['node1', 'node2', 'audit', 'proxy'];
  expect(Object.keys(services)).toEqual(['postgres', 'redis', 'roles', 'migrate', ...withoutOwner]);
  for (const name of ['node1', 'node2', 'migrate', 'audit'])
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  for (const name of [...withoutOwner, 'redis'])
    expect(services[name]!.secrets ?? []).not.toContain('database-owner-url');
  const named = Object.values(services).flatMap((service) => service.secrets ?? []);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(secrets).toSorted());
  // Only the proxy has a published port.
  expect(Object.keys(services).filter((name) => 'ports' in services[name]!)).toEqual(['proxy']);
});

test('a sandbox beside the live service has its own database, secrets, ports and image, and signs developers in with PID', () => {
  interface Compose {
    readonly name: string;
    readonly services: Record<string, Record<string, unknown> & { secrets?: string[]; ports?: string[] }>;
    readonly secrets: Record<string, { file: string }>;
    readonly networks: unknown;
  }
  const [live, sandbox] = ['compose.yaml', 'compose.sandbox.yaml'].map(
    (file) => parse(read(`deploy/${file}`), { merge: true }) as Compose,
  );
  const { node, migrate, audit, proxy } = sandbox!.services;
  expect(audit!['command']).toEqual(live!.services['audit']!['command']);
  for (const service of [node!, migrate!, audit!])
    expect(service).toMatchObject({
      build: { target: 'sandbox' },
      read_only: true,
      cap_drop: ['ALL'],
      environment: { PID_MODE: 'sandbox' },
    });
  expect(read('deploy/Containerfile')).toMatch(/^FROM service AS sandbox$/m);
  // The last stage is the image of the live service, without the development chain.
  expect(read('deploy/Containerfile').trim()).toMatch(/\nFROM service$/);
  for (const service of [node!, audit!]) expect(service.secrets).not.toContain('database-owner-url');
  expect(Object.keys(sandbox!.services).filter((name) => 'ports' in sandbox!.services[name]!)).toEqual([
    'proxy',
  ]);
  const shared = live!.services['proxy']!.ports!.filter((port) => proxy!.ports!.includes(port));
  expect([shared, sandbox!.name === live!.name]).toEqual([[], false]);
  expect(sandbox!.networks).not.toEqual(live!.networks);
  for (const [name, { file }] of Object.entries(sandbox!.secrets))
    expect([name, file]).toEqual([name, live!.secrets[name]!.file.replace('secrets', 'secrets-sandbox')]);
  expect(read('.gitignore')).toContain('deploy/secrets-sandbox');

  const [, providers] = /`PID_PROVIDERS=(\[.*?\])`/.exec(read('docs/operations.md'))!;
  const chart = parse(read('deploy/helm/values-sandbox.yaml')) as { settings: Record<string, string> };
  for (const settingsOf of [node!['environment'] as Record<string, string>, chart.settings]) {
    const plain = Object.entries(settingsOf).filter(([name]) => !name.endsWith('_FILE'));
    const config = loadConfig({
      ...Object.fromEntries(plain),
      PID_BASE_URL: 'https://sandbox.pid.example',
      PID_MASTER_KEY: testMasterKey,
      PID_PROVIDERS: providers!,
    });
    expect([config.mode, config.providers?.[0]]).toMatchObject(['sandbox', { id: 'pid', name: 'PID' }]);
  }
});

test('the systemd nodes cannot read the URL of the table owner, and the command line is a valid script', () => {
  const knowing = units.filter((file) => read(file).includes('database-owner-url'));
  expect(knowing).toEqual(['deploy/systemd/pid-migrate.service']);
  // Only root can read the file. It is passed to this unit as a credential, because this unit and the nodes
  // run as the same user.
  expect(read(knowing[0]!)).toMatch(/^LoadCredential=owner-url:\/etc\/pid\/secrets\/database-owner-url$/m);
  expect(read(knowing[0]!)).toMatch(/^Environment=PID_DATABASE_OWNER_URL_FILE=%d\/owner-url$/m);
  expect(read('deploy/systemd/README.md')).toContain(
    'install -m 0600 /dev/null /etc/pid/secrets/database-owner-url',
  );
  expect(spawnSync('sh', ['-n', path.join(root, 'deploy/systemd/pid')]).status).toBe(0);
});

test('the registrar of systemd needs no settings of a node, and its own replace them', () => {
  const unit = read('deploy/systemd/pid-registrar.service');
  const sources = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
  expect(sources).toEqual(['-/etc/pid/environment', '-/etc/pid/registrar-environment']);
  const namesIn = (file: string) =>
    [...read(`deploy/systemd/${file}`).matchAll(/^(PID_\w+)=/gm)].map(([, name]) => name!);
  const own = namesIn('registrar-environment.example');
  const all = [...namesIn('environment.example'), ...own];
  // A secret that is set both ways is refused.
  expect(all.filter((name) => all.includes(`${name}_FILE`))).toEqual([]);
  expect(own.map((name) => name.replace(/_FILE$/, ''))).toEqual([
    'PID_REGISTRAR_KEY',
    'PID_REGISTRAR_TOKEN',
    'PID_DATABASE_URL',
    'PID_PROGRAM_ID',
    'PID_LOG_LEVEL',
  ]);
});

test('a witness runs every half hour, and is not started again after a fork', () => {
  const unit = read('deploy/systemd/pid-witness.service');
  expect(unit).toMatch(/^RestartPreventExitStatus=3$/m);
  const job = manifests
    .map((document) => document.toJS() as Manifest & { spec: { schedule?: string } })
    .at(-1)!;
  expect(job.spec.schedule).toBe('17,47 * * * *');
  const command = /^ExecStart=\S+ --enable-source-maps \S+ (.*)$/m.exec(unit)![1]!.split(' ');
  const args = podsOf(job)[0]!.containers[0]!.args!;
  const flags = (words: readonly string[]) => words.flatMap((word) => /^--[a-z]+/.exec(word) ?? []);
  expect(flags(command)).toEqual(expect.arrayContaining(flags(args)));
  expect(command.slice(-2)).toEqual(['--every', '1800']);
});

test('every setting that the deployment files and the handbook name exists', () => {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const named = [...files, 'docs/operations.md'].flatMap((file) =>
    [...read(file).matchAll(/\bPID_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name.replace(/_FILE$/, '')) && !name.startsWith('PID_FAULT_'))
      .map((name) => `${file}: ${name}`),
  );
  expect(named).toEqual([]);
  expect(read('deploy/Containerfile')).toContain('packages/server/dist/main.js');
});
