// `npx tsx test/engines/unity-meta.ts` writes the .meta file of every asset of the Unity package. Unity cannot create them in an
// installed package, which is read-only.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const unityPackage = fileURLToPath(new URL('../../packages/engines/unity', import.meta.url));

const importers: Readonly<Record<string, string>> = {
  '.cs':
    'MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n',
  '.asmdef': 'AssemblyDefinitionImporter:\n  externalObjects: {}\n',
  '.md': 'TextScriptImporter:\n  externalObjects: {}\n',
  '.json': 'PackageManifestImporter:\n  externalObjects: {}\n',
  '.unity': 'DefaultImporter:\n  externalObjects: {}\n',
  '.jslib':
    'PluginImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  isPreloaded: 0\n  platformData:\n  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n  - first:\n      WebGL: WebGL\n    second:\n      enabled: 1\n      settings: {}\n',
};
const folderImporter = 'folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n';

/** The same path has the same id for ever, because scenes of games refer to it. */
export function guidOf(asset: string): string {
  return createHash('md5').update(`com.pid.unity/${asset}`).digest('hex');
}

/** Returns the .meta files that the package must have, by name. Unity ignores the folder of samples until a game imports it. */
export function metaFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(unityPackage, { withFileTypes: true, recursive: true })) {
    const asset = path
      .relative(unityPackage, path.join(entry.parentPath, entry.name))
      .split(path.sep)
      .join('/');
    if (asset.endsWith('.meta') || asset.endsWith('~')) continue;
    const importer = entry.isDirectory() ? folderImporter : importers[path.extname(asset)];
    if (importer === undefined) throw new Error(`Unknown kind of asset: ${asset}`);
    files.set(`${asset}.meta`, `fileFormatVersion: 2\nguid: ${guidOf(asset)}\n${importer}`);
  }
  return files;
}

/** The .meta files that exist. */
export function existingMetaFiles(): Map<string, string> {
  const names = readdirSync(unityPackage, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.meta'),
  );
  return new Map(
    names.map((name) => [
      name.split(path.sep).join('/'),
      readFileSync(path.join(unityPackage, name), 'utf8'),
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of existingMetaFiles().keys()) rmSync(path.join(unityPackage, name));
  for (const [name, text] of metaFiles()) writeFileSync(path.join(unityPackage, name), text);
}
