import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chart, everything, minimal, render, resources } from './support/chart.ts';
import { versionOf } from '../scripts/release/versions.ts';
import {
  manifests,
  ownManifests,
  podsOf,
  read,
  rightSecrets,
  root,
  secretsOf,
  type Manifest,
} from './support/deploy-files.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';
import { rules } from './support/metrics-files.ts';
import { podMonitorSchema } from './support/pod-monitor.ts';

const helm = ensureTool('helm', { go: 'helm.sh/helm/v3/cmd/helm@v3.19.0' })!;
const validate = ensureTool('kubernetes-validate', { pip: 'kubernetes-validate==1.37.0' })!;

const sandbox = parse(read('deploy/helm/values-sandbox.yaml')) as object;
const valueSets = { defaults: {}, everything, minimal, sandbox };
const kinds = (all: readonly Manifest[]) => all.map(({ kind }) => kind).toSorted();

describe.skipIf(!helm)(`the chart${skipReason({ helm })}`, () => {
  test('helm finds nothing to criticize in the chart', () => {
    for (const values of Object.values(valueSets)) {
      const lint = spawnSync(helm, ['lint', '--strict', chart, '--values', '-'], {
        encoding: 'utf8',
        input: JSON.stringify(values),
      });
      expect([lint.status, lint.stdout.match(/\[(?:ERROR|WARNING)\].*/g)]).toEqual([0, null]);
    }
  });

  test('the chart renders the same resources as the manifests', () => {
    const all = resources(render(helm, 'pid', { registrar: { enabled: true } }));
    const same = ownManifests.map((document) => document.toJS() as Manifest);
    expect(kinds(all)).toEqual(kinds(same));
    const byName = (secrets: unknown[]) => secrets.map(String).toSorted();
    expect(byName(secretsOf(all))).toEqual(byName(rightSecrets));
  });

  test('optional parts of the chart are off unless they are turned on', () => {
    expect(kinds(resources(render(helm, 'pid', minimal)))).toEqual([
      'Deployment',
      'Job',
      'PodDisruptionBudget',
      'Service',
    ]);
    const optional = ['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor'];
    const byDefault = kinds(resources(render(helm, 'pid')));
    expect(byDefault.filter((kind) => optional.includes(kind))).toEqual([]);
    expect(kinds(resources(render(helm, 'pid', everything)))).toEqual(expect.arrayContaining(optional));
  });

  test.skipIf(!validate)(
    `Kubernetes' schemas accept every resource of the chart and the manifests${skipReason({ 'kubernetes-validate': validate })}`,
    () => {
      const all = [
        ...Object.values(valueSets).flatMap((values) => resources(render(helm, 'pid', values))),
        ...manifests.map((document) => document.toJS() as Manifest),
      ].filter(({ kind }) => kind !== 'PodMonitor'); // Not a part of Kubernetes; the next test checks it.
      const folder = mkdtempSync(path.join(tmpdir(), 'pid-chart-'));
      try {
        const problemsOf = (documents: readonly unknown[]) => {
          const file = path.join(folder, 'resources.yaml');
          writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n---\n'));
          const { status, stdout, stderr } = spawnSync(validate, ['--strict', '--quiet', file], {
            encoding: 'utf8',
          });
          return { status, output: stdout + stderr };
        };
        expect(problemsOf(all)).toEqual({ status: 0, output: '' });
        const wrong = { ...all[0], spec: { unknown: 1 } };
        expect(problemsOf([all[1], wrong]).output).toContain('unknown');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test('the PodMonitor has only fields of its definition, for every release', () => {
    const validate = new Ajv().compile(podMonitorSchema);
    const monitorOf = (release: string, podMonitor: object = {}) => {
      const values = { ...everything, podMonitor: { ...everything.podMonitor, ...podMonitor } };
      return resources(render(helm, release, values)).find(({ kind }) => kind === 'PodMonitor')!;
    };
    for (const monitor of [monitorOf('pid'), monitorOf('game', { interval: '1m' })])
      expect([validate(monitor), validate.errors]).toEqual([true, null]);
    const monitor = monitorOf('pid');
    const [endpoint] = (monitor.spec as { podMetricsEndpoints: object[] }).podMetricsEndpoints;
    for (const wrong of [{ bearerTokenFile: '/token' }, { port: 4100 }, { interval: '15 seconds' }])
      expect(
        validate({
          ...monitor,
          spec: { ...(monitor.spec as object), podMetricsEndpoints: [{ ...endpoint, ...wrong }] },
        }),
      ).toBe(false);
  });

  test("pods run without privileges, with the operator's files, certificates and placement", () => {
    const all = resources(render(helm, 'pid', everything));
    const pods = all.flatMap(podsOf);
    expect(pods).toHaveLength(4);
    for (const pod of pods) {
      const { imagePullSecrets, nodeSelector, tolerations, affinity } = everything;
      expect(pod).toMatchObject({ imagePullSecrets, nodeSelector, tolerations, affinity });
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
      });
      for (const container of pod.containers) {
        expect(container.resources.limits.memory).toMatch(/Mi$/);
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const volumes = pod.volumes!.map(({ name }) => name);
        for (const { name } of container.volumeMounts!) expect(volumes).toContain(name);
      }
      const [own] = pod.containers;
      expect(own!.env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/pid/ca/ca.crt' });
      expect(own!.volumeMounts!.map(({ mountPath }) => mountPath)).toEqual(['/etc/pid/ca', '/etc/pid/keys']);
    }
  });

  test('Prometheus gives the pods the job and the service that the alerts use, for every release', () => {
    const all = resources(render(helm, 'game', everything));
    const { jobLabel, selector, podMetricsEndpoints } = all.find(({ kind }) => kind === 'PodMonitor')!
      .spec as {
      jobLabel: string;
      selector: { matchLabels: Record<string, string> };
      podMetricsEndpoints: { relabelings: unknown }[];
    };
    expect(podMetricsEndpoints.map(({ relabelings }) => relabelings)).toEqual([
      [{ targetLabel: 'service', replacement: 'games/game-pid' }],
    ]);
    expect(rules.find(({ alert }) => alert === 'PidNodeDown')!.expr).toContain(
      `up{job="${selector.matchLabels[jobLabel]}"}`,
    );
  });

  test('settings keep their text, and the registrar gets none', () => {
    const pods = resources(render(helm, 'pid', everything)).flatMap(podsOf);
    const settingsOf = (command: string) =>
      pods
        .flatMap(({ containers }) => containers)
        .find(({ args }) => args?.[0] === command)!
        .env!.filter(({ name }) => name.startsWith('PID_'))
        .map(({ name, value }) => `${name}=${value}`);
    const own = ['PID_BASE_URL=https://pid.example', 'PID_DAILY_LIMIT=20000000', 'PID_RATE_LIMIT=1.5'];
    expect(settingsOf('start')).toEqual(['PID_DRAIN_SECONDS=10', ...own]);
    expect(settingsOf('migrate')).toEqual(own);
    expect(settingsOf('ledger')).toEqual(own);
    expect(settingsOf('registrar')).toEqual([]);
  });

  test('two releases in one namespace share neither names nor selectors', () => {
    const [one, two] = ['pid', 'game'].map((release) => resources(render(helm, release, everything)));
    const names = (all: readonly Manifest[]) => all.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names(one!).filter((name) => names(two!).includes(name))).toEqual([]);
    expect(names(two!).filter((name) => !name.split('/')[1]!.startsWith('game-pid'))).toEqual([]);
    const secrets = (all: readonly Manifest[]) => secretsOf(all).flatMap((row) => (row as string[]).slice(1));
    expect(secrets(one!).filter((name) => secrets(two!).includes(name))).toEqual([]);
    // Every selector of pods names the release, and selects pods of it.
    for (const [release, all] of [
      ['pid', one!],
      ['game', two!],
    ] as const) {
      const labels = all.flatMap((manifest) => templatesOf(manifest).map(({ metadata }) => metadata!.labels));
      const selectors = all.flatMap((manifest) => selectorsIn(manifest.spec));
      expect(selectors.length).toBeGreaterThan(10);
      for (const selector of selectors) {
        expect(selector).toMatchObject({ 'app.kubernetes.io/instance': release });
        const selects = (own: object) =>
          Object.entries(own).filter(([key, value]) => selector[key] === value);
        expect(labels.some((own) => selects(own).length === Object.keys(selector).length)).toBe(true);
      }
    }
  });

  test("the migration's job has the version in its name, and long names are refused", () => {
    const job = (release: string) =>
      resources(render(helm, release)).find(({ kind }) => kind === 'Job')!.metadata.name;
    const version = versionOf(root).replaceAll('.', '-');
    expect(job('pid')).toBe(`pid-migrate-${version}`);
    expect(job('game')).toBe(`game-pid-migrate-${version}`);
    expect(() => render(helm, 'a-release-with-a-name-that-is-much-too-long')).toThrow(
      'more than 40 characters',
    );
  });

  test('the values of a sandbox render one node of its mode, with its own names', () => {
    const all = resources(render(helm, 'pid-sandbox', sandbox));
    const node = all.find(({ kind }) => kind === 'Deployment')!;
    expect([node.metadata.name, node.spec]).toMatchObject(['pid-sandbox', { replicas: 1 }]);
    const commands = podsOf(node).flatMap(({ containers }) => containers);
    expect(commands[0]!.env).toContainEqual({ name: 'PID_MODE', value: 'sandbox' });
    expect(all.find(({ kind }) => kind === 'Ingress')).toMatchObject({
      spec: { rules: [{ host: 'sandbox.pid.example' }] },
    });
  });

  test('the egress policy allows the named destinations only', () => {
    const egress = (values: object, name: string) =>
      resources(render(helm, 'pid', { networkPolicy: { egress: { enabled: true, ...values } } }))
        .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
        .flatMap(({ spec }) => (spec as { egress: { ports: { port: number }[] }[] }).egress)
        .flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(egress({}, 'pid-egress').toSorted((a, b) => a - b)).toEqual([
      53, 53, 443, 443, 465, 587, 5432, 6379,
    ]);
    expect(egress({ destinations: { redis: null, smtp: null, dns: null } }, 'pid-egress')).toEqual([
      5432, 443, 443,
    ]);
  });

  test('the chart refuses values that it does not know or that exclude each other', () => {
    const refusal = (values: object) => {
      try {
        return render(helm, 'pid', values);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal({ replica: 4 })).toContain("additional properties 'replica' not allowed");
    expect(refusal({ replicas: 'three' })).toContain('got string, want integer');
    expect(refusal({ settings: { PID_DRAIN_SECONDS: '5' } })).toContain('PID_DRAIN_SECONDS');
    expect(refusal({ ingress: { enabled: true } })).toContain('ingress.host is required');
    expect(refusal({ caBundle: { configMap: 'a', secret: 'b' } })).toContain('name one of them');
  });
});

function templatesOf({
  spec,
}: Manifest): { readonly metadata?: { readonly labels: Record<string, string> } }[] {
  const template = (spec?.jobTemplate?.spec ?? spec)?.template;
  return template ? [template] : [];
}

/** The labels of every selector of pods, except those that select a namespace. */
function selectorsIn(value: unknown): Record<string, string>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'namespaceSelector') return [];
    if (key === 'matchLabels') return [inner as Record<string, string>];
    if (key === 'selector' && !('matchLabels' in (inner as object))) return [inner as Record<string, string>];
    return selectorsIn(inner);
  });
}
