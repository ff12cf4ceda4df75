import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const own = /^\d+\.\d+\.\d+$/;

/** Texts in a file that repeat the version. */
interface Place {
  readonly file: string;
  /** Matches each version, without what is around it. */
  readonly pattern: RegExp;
  /** Replaces the dots of the version. */
  readonly dots?: string;
}

interface Manifest {
  version: string;
  upgradesFrom?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The version of the last release, and of what is built from these sources. Everything else repeats it. */
export function versionOf(root: string): string {
  return readManifest(root, 'package.json').version;
}

/** The SDK's version can be higher than the last release's: published files never change, so a change needs a new one. */
function sdkVersionOf(root: string): string {
  return readManifest(root, 'packages/sdk/package.json').version;
}

/** Every place outside of the packages' manifests that repeats the version. */
function placesOf(root: string): Place[] {
  const image = /(?<=\bimage: pid(?:-sandbox)?:)\S+/g;
  const engines = 'packages/engines';
  return [
    { file: 'deploy/Containerfile', pattern: /(?<=\.image\.version=)\S+/g },
    { file: 'deploy/compose.yaml', pattern: image },
    { file: 'deploy/compose.sandbox.yaml', pattern: image },
    { file: 'deploy/helm/Chart.yaml', pattern: /(?<=^(?:version|appVersion): )\S+/gm },
    { file: 'deploy/helm/values.yaml', pattern: image },
    { file: 'deploy/helm/values-sandbox.yaml', pattern: image },
    ...below(root, 'deploy/kubernetes', '.yaml').map((file) => ({ file, pattern: image })),
    { file: 'deploy/kubernetes/pid.yaml', pattern: /(?<=\bname: pid-migrate-)\S+/g, dots: '-' },
    { file: `${engines}/unity/package.json`, pattern: /(?<="version": ")[^"]+/g },
    { file: `${engines}/unreal/Pid.uplugin`, pattern: /(?<="VersionName": ")[^"]+/g },
    { file: `${engines}/godot/addons/pid/plugin.cfg`, pattern: /(?<=^version=")[^"]+/gm },
  ];
}

/** Every address of the SDK in documents. */
function sdkPlacesOf(root: string): Place[] {
  const pattern = /(?<=\/sdk\/(?:pid-sdk-)?)\d+\.\d+\.\d+/g;
  const documents = [
    'packages/sdk/README.md',
    'packages/engines/unity/README.md',
    ...below(root, 'packages/web/guides', '.md'),
    ...below(root, 'examples', 'README.md'),
  ];
  return documents
    .filter((file) => read(root, file).search(pattern) !== -1)
    .map((file) => ({ file, pattern }));
}

/** The places that have another version than the one they should have, as sentences. */
export function wrongVersions(root: string): string[] {
  const [version, sdk] = [versionOf(root), sdkVersionOf(root)];
  const wrong: string[] = [];
  const expect = (where: string, found: string | undefined, wanted: string) => {
    if (found !== wanted) wrong.push(`${where} has ${found ?? 'no version'} instead of ${wanted}`);
  };
  for (const file of manifestsOf(root)) {
    const isSdk = file === 'packages/sdk/package.json';
    const manifest = readManifest(root, file);
    if (!isSdk) expect(file, manifest.version, version);
    for (const [name, found] of ownDependencies(manifest)) expect(`${name} in ${file}`, found, version);
  }
  const lock = readLock(root);
  expect('package-lock.json', lock.version, version);
  for (const [name, entry] of ownEntries(lock)) {
    expect(`${name} in package-lock.json`, entry.version, name === 'packages/sdk' ? sdk : version);
    for (const [dependency, found] of ownDependencies(entry))
      expect(`${dependency} of ${name} in package-lock.json`, found, version);
  }
  const texts = [
    ...placesOf(root).map((place) => ({ place, wanted: version })),
    ...sdkPlacesOf(root).map((place) => ({ place, wanted: sdk })),
  ];
  for (const { place, wanted } of texts) {
    const found = [...read(root, place.file).matchAll(place.pattern)];
    if (found.length === 0) expect(place.file, undefined, wanted);
    for (const [text] of found) expect(place.file, text, wanted.replaceAll('.', place.dots ?? '.'));
  }
  return wrong;
}

/** Sets the version everywhere. Nodes of the release before it, `upgradesFrom`, run beside those of the new one. */
export function setVersion(root: string, version: string, upgradesFrom: string): void {
  for (const file of manifestsOf(root)) {
    const manifest = readManifest(root, file);
    let text = read(root, file).replace(`"version": "${manifest.version}"`, `"version": "${version}"`);
    for (const [name, found] of ownDependencies(manifest))
      text = text.replace(`"${name}": "${found}"`, `"${name}": "${version}"`);
    if (manifest.upgradesFrom !== undefined)
      text = text.replace(/"upgradesFrom": "[^"]*"/, `"upgradesFrom": "${upgradesFrom}"`);
    write(root, file, text);
  }
  const lock = readLock(root);
  lock.version = version;
  for (const [, entry] of ownEntries(lock)) {
    entry.version = version;
    for (const kind of ['dependencies', 'devDependencies'] as const)
      for (const [name, found] of Object.entries(entry[kind] ?? {}))
        if (isOwn(name, found)) entry[kind]![name] = version;
  }
  write(root, 'package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  for (const { file, pattern, dots } of [...placesOf(root), ...sdkPlacesOf(root)])
    write(root, file, read(root, file).replaceAll(pattern, version.replaceAll('.', dots ?? '.')));
  const retired = 'packages/server/src/platform/db/retired-functions.ts';
  write(root, retired, read(root, retired).replaceAll("since: 'unreleased'", `since: '${version}'`));
}

/** `wanted` is a version, or the part that grows. Throws a sentence if the version cannot be the next one. */
export function nextVersion(root: string, wanted: string): string {
  const [last, sdk] = [versionOf(root), sdkVersionOf(root)];
  const highest = isHigher(sdk, last) ? sdk : last;
  const [major, minor, patch] = numbersOf(highest) as [number, number, number];
  const grown: Record<string, string> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const version = grown[wanted] ?? wanted;
  if (!own.test(version))
    throw new Error(
      `${wanted} is not a version: name one such as ${grown['minor']}, or patch, minor or major.`,
    );
  if (!isHigher(version, last)) throw new Error(`${version} is not higher than the last release, ${last}.`);
  if (isHigher(sdk, version))
    throw new Error(`The SDK already has version ${sdk}: name that version or a higher one.`);
  return version;
}

export function isHigher(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const index = a.findIndex((number, place) => number !== b[place]);
  return index !== -1 && a[index]! > b[index]!;
}

const numbersOf = (version: string): number[] => version.split('.').map(Number);

interface Lock {
  version: string;
  packages: Record<string, Manifest>;
}

/** The root and the packages in the repository. */
function ownEntries(lock: Lock): [string, Manifest][] {
  return Object.entries(lock.packages).filter(([name]) => /^(?:packages\/[^/]+)?$/.test(name));
}

function ownDependencies({ dependencies, devDependencies }: Manifest): [string, string][] {
  return Object.entries({ ...dependencies, ...devDependencies }).filter(([name, found]) =>
    isOwn(name, found),
  );
}

/** Development packages are named by their folder. */
function isOwn(name: string, found: string): boolean {
  return name.startsWith('@pid/') && !found.startsWith('file:');
}

function manifestsOf(root: string): string[] {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  return ['package.json', ...packages.filter((file) => existsSync(path.join(root, file)))];
}

function below(root: string, folder: string, end: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .toSorted();
}

const read = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (root: string, file: string, text: string) => {
  // Files that do not change keep their time, which decides whether something is built again.
  if (read(root, file) !== text) writeFileSync(path.join(root, file), text);
};
const readManifest = (root: string, file: string) => JSON.parse(read(root, file)) as Manifest;
const readLock = (root: string) => JSON.parse(read(root, 'package-lock.json')) as Lock;
