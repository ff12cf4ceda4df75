import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Every file under `deploy`, as a path from the root of the repository. */
export const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');

interface Container {
  readonly args?: readonly string[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: Record<string, unknown>;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
}
interface Pod {
  readonly containers: Container[];
  readonly volumes?: readonly { readonly name: string }[];
  readonly securityContext: Record<string, unknown>;
  readonly enableServiceLinks: boolean;
}
interface PodTemplate {
  readonly template?: { readonly metadata?: { readonly labels: Record<string, string> }; readonly spec: Pod };
}
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: PodTemplate & { readonly jobTemplate?: { readonly spec: PodTemplate } };
}

export function podsOf({ spec }: Manifest): Pod[] {
  const pod = (spec?.jobTemplate?.spec ?? spec)?.template?.spec;
  return pod ? [pod] : [];
}

const documentsOf = (name: string) => parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`));
export const ownManifests = ['pid', 'registrar'].flatMap(documentsOf);
/** Another company runs the witness. */
export const manifests = [...ownManifests, ...documentsOf('witness')];

/** The secrets of each PID container. */
export function secretsOf(all: readonly Manifest[]): unknown[] {
  return all
    .flatMap(podsOf)
    .flatMap(({ containers }) => containers)
    .flatMap(({ args, envFrom = [] }) =>
      args ? [[args[0], ...envFrom.map(({ secretRef }) => secretRef.name)]] : [],
    );
}
export const rightSecrets = [
  ['start', 'pid-service'],
  ['migrate', 'pid-service', 'pid-owner'],
  ['ledger', 'pid-service'],
  ['registrar', 'pid-registrar'],
];

export const units = files.filter((file) => /\.(?:service|timer)$/.test(file));
