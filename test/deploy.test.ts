import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../packages/server/src/platform/config/index.ts';
import { findTool } from './support/ensure-tool.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

interface Container {
  readonly args?: readonly string[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: Record<string, unknown>;
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
}
interface Pod {
  readonly containers: Container[];
  readonly securityContext: Record<string, unknown>;
  readonly enableServiceLinks: boolean;
}
interface PodTemplate {
  readonly template?: { readonly spec: Pod };
}
interface Manifest {
  readonly kind: string;
  readonly spec?: PodTemplate & { readonly jobTemplate?: { readonly spec: PodTemplate } };
}

function podsOf({ spec }: Manifest): Pod[] {
  const pod = (spec?.jobTemplate?.spec ?? spec)?.template?.spec;
  return pod ? [pod] : [];
}

const manifests = ['pid', 'registrar'].flatMap((name) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)),
);

test('the Kubernetes manifests are YAML without a warning, and run as nobody with nothing', () => {
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

test('an image is built from sources alone: no history, no data of a service that ran here, nothing installed here', () => {
  const left = new Set(read('.dockerignore').split('\n'));
  for (const entry of ['.git', '.pid', '**/node_modules', '**/dist', 'test-results'])
    expect(left, entry).toContain(entry);
});

test('the image ships a Node that the package supports, and the README names them all', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const supported = engines.node.split(' || ').map((range) => /\d+\.\d+/.exec(range)![0].replace(/\.0$/, ''));
  expect(read('README.md')).toContain(`Node ${supported.join(', ').replace(/, (?=[^,]*$)/, ' or ')} and npm`);
  for (const [, major] of read('deploy/Containerfile').matchAll(/node:(\d+)-/g))
    expect(supported).toContain(major);
});

/** Who gets which secrets, of all that are a program of ours. */
function secretsOf(all: readonly Manifest[]): unknown[] {
  return all
    .flatMap(podsOf)
    .flatMap(({ containers }) => containers)
    .flatMap(({ args, envFrom = [] }) =>
      args ? [[args[0], ...envFrom.map(({ secretRef }) => secretRef.name)]] : [],
    );
}
const rightSecrets = [
  ['start', 'pid-service'],
  ['migrate', 'pid-service', 'pid-owner'],
  ['ledger', 'pid-service'],
  ['registrar', 'pid-registrar'],
];

test('only the migration knows the owner of the tables, and only the registrar its key', () => {
  expect(secretsOf(manifests.map((document) => document.toJS() as Manifest))).toEqual(rightSecrets);
});

const helm = findTool('helm', 'helm.sh');

test.skipIf(helm === null)('the chart is the manifests, with values', () => {
  const chart = path.join(root, 'deploy/helm');
  const settings = ['--set', 'registrar.enabled=true', '--set', 'settings.PID_BASE_URL=https://pid.example'];
  const lint = spawnSync(helm!, ['lint', '--strict', chart, ...settings], { encoding: 'utf8' });
  expect([lint.status, lint.stdout.match(/\[(?:ERROR|WARNING)\].*/g)]).toEqual([0, null]);
  const { stdout } = spawnSync(helm!, ['template', 'pid', chart, ...settings], { encoding: 'utf8' });
  const rendered = parseAllDocuments(stdout);
  for (const document of rendered) expect([...document.errors, ...document.warnings]).toEqual([]);
  const kinds = (all: readonly Manifest[]) => all.map(({ kind }) => kind).toSorted();
  const all = rendered.map((document) => document.toJS() as Manifest);
  expect(kinds(all)).toEqual(kinds(manifests.map((document) => document.toJS() as Manifest)));
  const byName = (secrets: unknown[]) => secrets.map(String).toSorted();
  expect(byName(secretsOf(all))).toEqual(byName(rightSecrets));
});

test('compose starts nodes on the samples: secrets as files, the owner for the migration alone, everything else shut', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown> & { secrets?: string[] }>;
    secrets: Record<string, { file: string }>;
  };
  const { services, secrets } = compose;
  expect(Object.keys(services)).toEqual(['postgres', 'redis', 'roles', 'migrate', 'node1', 'node2', 'proxy']);
  for (const name of ['node1', 'node2', 'migrate'])
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  for (const name of ['node1', 'node2', 'proxy', 'redis'])
    expect(services[name]!.secrets ?? []).not.toContain('database-owner-url');
  const named = Object.values(services).flatMap((service) => service.secrets ?? []);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(secrets).toSorted());
  // Published is the proxy alone.
  expect(Object.keys(services).filter((name) => 'ports' in services[name]!)).toEqual(['proxy']);
});

const units = files.filter((file) => /\.(?:service|timer)$/.test(file));

test.runIf(existsSync('/usr/bin/systemd-analyze'))(
  'systemd finds nothing wrong with the units, and little exposed',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pid-unit-'));
    try {
      for (const file of units) {
        // The machine that tests has neither the user nor the folder; what is left to judge is the unit.
        const unit = read(file).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
        writeFileSync(path.join(folder, path.basename(file)), unit);
      }
      const all = units.map((file) => path.join(folder, path.basename(file)));
      const { stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', ...all], {
        encoding: 'utf8',
      });
      expect(
        `${stdout}${stderr}`.split('\n').filter((line) => /pid[\w-]*\.(?:service|timer):/.test(line)),
      ).toEqual([]);
      const exposed = all.filter(
        (file) =>
          file.endsWith('.service') &&
          // From 0 (shut) to 100; a unit without hardening has 96.
          spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]).status !== 0,
      );
      expect(exposed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('the nodes cannot read the address of the owner of the tables, and the command line of systemd is a script', () => {
  const knowing = units.filter((file) => read(file).includes('database-owner-url'));
  expect(knowing).toEqual(['deploy/systemd/pid-migrate.service']);
  // Root's alone, and handed to the one unit: the user of the nodes is that unit's too.
  expect(read(knowing[0]!)).toMatch(/^LoadCredential=owner-url:\/etc\/pid\/secrets\/database-owner-url$/m);
  expect(read(knowing[0]!)).toMatch(/^Environment=PID_DATABASE_OWNER_URL_FILE=%d\/owner-url$/m);
  expect(read('deploy/systemd/README.md')).toContain(
    'install -m 0600 /dev/null /etc/pid/secrets/database-owner-url',
  );
  expect(spawnSync('sh', ['-n', path.join(root, 'deploy/systemd/pid')]).status).toBe(0);
});

test('every setting and every file that the deployment files and the handbook name exists', () => {
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
