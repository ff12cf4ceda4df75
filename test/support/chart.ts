import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root, type Manifest } from './deploy-files.ts';

export const chart = path.join(root, 'deploy/helm');

/** Values that turn on every part of the chart. */
export const everything = {
  imagePullSecrets: [{ name: 'registry' }],
  // Above 10^6 Go prints floating-point numbers with an exponent.
  settings: { PID_BASE_URL: 'https://pid.example', PID_DAILY_LIMIT: 20_000_000, PID_RATE_LIMIT: 1.5 },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'pid', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }],
      },
    },
  },
  extraVolumes: [{ name: 'keys', secret: { secretName: 'keys' } }],
  extraVolumeMounts: [{ name: 'keys', mountPath: '/etc/pid/keys', readOnly: true }],
  caBundle: { configMap: 'company-ca' },
  autoscaling: { enabled: true },
  ingress: { enabled: true, className: 'nginx', host: 'pid.example', tlsSecret: 'pid-tls' },
  podMonitor: { enabled: true, labels: { release: 'prometheus' } },
  networkPolicy: {
    egress: {
      enabled: true,
      destinations: { database: { ports: [{ port: 5432 }], to: [{ ipBlock: { cidr: '10.1.0.0/16' } }] } },
    },
  },
  registrar: { enabled: true },
};

/** Values that turn off every part that can be turned off. */
export const minimal = { replicas: 1, audit: { enabled: false }, networkPolicy: { enabled: false } };

/** The output of `helm template`. Throws helm's message if it refuses the values. */
export function render(helm: string, release: string, values: object = {}): string {
  const { status, stdout, stderr } = spawnSync(
    helm,
    ['template', release, chart, '--namespace', 'games', '--values', '-'],
    { encoding: 'utf8', input: JSON.stringify(values) },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

export function resources(rendered: string): Manifest[] {
  return parseAllDocuments(rendered).map((document) => {
    const problems = [...document.errors, ...document.warnings];
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return document.toJS() as Manifest;
  });
}
