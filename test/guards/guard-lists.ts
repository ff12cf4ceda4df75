import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import type { Guard } from '../../packages/server/src/guard.ts';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const source = 'packages/server/src';

/** A list of guards, named after the folder it lies in. */
export interface GuardList {
  readonly name: string;
  readonly file: string;
  readonly folder: string;
  readonly guards: readonly Guard[];
}

export async function readGuardLists(): Promise<GuardList[]> {
  const files = readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.guards.ts'))
    .toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { guards } = (await import(pathToFileURL(path.join(root, source, file)).href)) as {
        guards: readonly Guard[];
      };
      const folder = path.dirname(file);
      const own = path.basename(file, '.guards.ts');
      const name = path.basename(folder) === own ? folder : `${folder}/${own}`;
      return { name: name.split(path.sep).join('/'), file, folder: path.join(source, folder), guards };
    }),
  );
}

/** What is wrong with an entry itself; null when it can be tried. */
export function problemOf(list: GuardList, guard: Guard): string | null {
  const file = path.join(root, list.folder, guard.file);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return `${list.file}: there is no ${guard.file}`;
  }
  const times = text.split(guard.find).length - 1;
  const place = `${list.file}: ${guard.file}: ${guard.find}`;
  if (times !== 1) return `${place}: is there ${times} times`;
  if (guard.find === guard.replace) return `${place}: is replaced by itself`;
  if (guard.breaks === '' || guard.tests.length === 0) return `${place}: says too little`;
  const nobody = filtersOf(guard).find((filter) => !testFiles().some((test) => test.startsWith(filter)));
  if (nobody !== undefined) return `${place}: no test is called ${nobody}`;
  return isProgram(file, withoutGuard(text, guard)) ? null : `${place}: is no program without it`;
}

/** A change of one source file, whose path is relative to the root. */
export interface Change {
  readonly file: string;
  edit(text: string): string;
}

export function changeOf(list: GuardList, guard: Guard): Change {
  return { file: path.join(list.folder, guard.file), edit: (text) => withoutGuard(text, guard) };
}

function withoutGuard(text: string, { find, replace }: Guard): string {
  return text.replace(find, () => replace);
}

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

/** What no longer is a program would be noticed by everybody, and prove nothing. */
function isProgram(file: string, text: string): boolean {
  if (!file.endsWith('.ts')) return true;
  try {
    transformSync(text, { loader: 'ts', logLevel: 'silent' });
    return true;
  } catch {
    return false;
  }
}

/** A filter of vitest for each of a guard's tests. */
export function filtersOf({ tests }: Pick<Guard, 'tests'>): string[] {
  return tests.map((filter) => (/^(?:test|packages)\//.test(filter) ? filter : `${source}/${filter}`));
}
