import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../packages/server/src/platform/config/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

interface Container {
  readonly args: readonly string[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: Record<string, unknown>;
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
}
interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template?: {
      readonly spec: { readonly containers: Container[]; readonly securityContext: Record<string, unknown> };
    };
  };
}

const manifests = parseAllDocuments(read('deploy/kubernetes/pid.yaml'));

test('the Kubernetes manifests are YAML without a warning, and run as nobody with nothing', () => {
  for (const document of manifests) expect([...document.errors, ...document.warnings]).toEqual([]);
  const all = manifests.map((document) => document.toJS() as Manifest);
  expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'Job']);
  for (const { spec } of all) {
    if (!spec.template) continue;
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    for (const container of spec.template.spec.containers) {
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

test('only the migration knows the owner of the tables', () => {
  const secrets = manifests
    .map((document) => document.toJS() as Manifest)
    .flatMap(({ spec }) => spec.template?.spec.containers ?? [])
    .map(({ args, envFrom }) => [args[0], ...envFrom.map(({ secretRef }) => secretRef.name)]);
  expect(secrets).toEqual([
    ['start', 'pid-service'],
    ['migrate', 'pid-service', 'pid-owner'],
  ]);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-unit-'));
  try {
    // The machine that tests has neither the user nor the folder; what is left to judge is the unit.
    const unit = read('deploy/pid.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    writeFileSync(path.join(folder, 'pid.service'), unit);
    const { stderr, stdout } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', path.join(folder, 'pid.service')],
      { encoding: 'utf8' },
    );
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('pid.service:'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
