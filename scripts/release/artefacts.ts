import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packSandbox } from '../pack-sandbox/pack-sandbox.ts';

export interface Release {
  readonly root: string;
  readonly version: string;
  /** The time of the commit, which replaces the current time in every file (SOURCE_DATE_EPOCH). */
  readonly madeAt: Date;
}

interface Artefact {
  fileOf(version: string): string;
  readonly what: string;
  /** Builds the file at `target`. */
  build(release: Release, target: string): void | Promise<void>;
}

/** The files of a release. Each further package that a release ships is one more entry. */
const artefacts: readonly Artefact[] = [
  {
    fileOf: (version) => `pid-sdk-${version}.tgz`,
    what: 'the SDK, as every service hosts it',
    build: ({ root, version }, target) =>
      copyFileSync(path.join(root, `packages/sdk/dist/hosted/pid-sdk-${version}.tgz`), target),
  },
  {
    fileOf: (version) => `pid-sandbox-${version}.tgz`,
    what: 'the service with play money and a development chain, for tests of games (npx)',
    build: ({ root }, target) => packSandbox(root, target),
  },
  {
    fileOf: (version) => `pid-${version}-sbom.cdx.json`,
    what: 'the bill of materials of production dependencies (CycloneDX)',
    build: (release, target) => writeFileSync(target, billOfMaterials(release)),
  },
  {
    fileOf: (version) => `pid-${version}-schema.sql`,
    what: 'the schema of the database',
    build: ({ root, version }, target) =>
      copyFileSync(path.join(root, fixtureFolder(version), 'schema.sql'), target),
  },
];

/** Where tests of the next release find the schema and the statements of this one. */
export const fixtureFolder = (version: string) => `test/releases/${version}`;

export const describeArtefacts = (version: string): string[] => [
  ...artefacts.map(({ fileOf, what }) => `${fileOf(version)}: ${what}`),
  'SHA256SUMS: the checksums of these files',
];

/** Builds the files into `dist/release`, with their checksums. */
export async function buildArtefacts(release: Release): Promise<string> {
  const folder = path.join(release.root, 'dist/release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { fileOf, build } of artefacts) await build(release, path.join(folder, fileOf(release.version)));
  const sums = readdirSync(folder)
    .toSorted()
    .map((name) => `${sha256(readFileSync(path.join(folder, name)))}  ${name}\n`)
    .join('');
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums);
  return sums;
}

function billOfMaterials({ root, madeAt }: Release): Buffer {
  return execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs')], {
    maxBuffer: 2 ** 26,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(madeAt.getTime() / 1000) },
  });
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
