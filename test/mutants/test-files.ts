import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const serverFolder = 'packages/server/src';

function testFolders(): string[] {
  return readdirSync(path.join(root, 'packages'))
    .flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`])
    .filter((folder) => existsSync(path.join(root, folder)));
}

let found: readonly string[] | null = null;

/** Every test file of the repository. */
export function testFiles(): readonly string[] {
  found ??= [...testFolders(), 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
  );
  return found;
}

/**
 * Returns path filters from the root. Names outside of `test/` and `packages/` are relative to the server's
 * sources.
 */
export function filtersOf(names: readonly string[]): string[] {
  return names.map((name) => (/^(?:test|packages)\//.test(name) ? name : `${serverFolder}/${name}`));
}
