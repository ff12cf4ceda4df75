import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../src', import.meta.url));
const list = fileURLToPath(new URL('../../contract/src/paths.ts', import.meta.url));

/** Every page loads the kit and the shell. `first-calls.ts` is part of the build only. */
const OF_EVERY_PAGE = /^(?:kit|shell)\/(?!router\/first-calls\.ts)/u;

/**
 * Puts the address of each operation into the modules that call it, because every page loads the list. The list keeps
 * those that the kit and the shell call. A page names each operation that it calls as a literal
 * (`test/find-operation.test.ts`).
 */
export function placePaths(): Plugin {
  let shared = '';
  let paths = new Map<string, string>();
  return {
    name: 'place-paths',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      shared = readdirSync(source, { recursive: true, encoding: 'utf8' })
        .map((file) => file.split(path.sep).join('/'))
        .filter((file) => /(?<!\.test)\.tsx?$/u.test(file) && OF_EVERY_PAGE.test(file))
        .map((file) => readFileSync(path.join(source, file), 'utf8'))
        .join('\n');
      const lines = readFileSync(list, 'utf8').matchAll(/^ {2}(\w+): '([A-Z]+ \/.*)',$/gmu);
      paths = new Map([...lines].map(([, name = '', address = '']) => [name, address]));
    },
    transform(code, id) {
      if (id === list)
        return code.replaceAll(/^ {2}(\w+): '[A-Z]+ \/.*',\n/gmu, (line, name: string) =>
          shared.includes(`'${name}'`) ? line : '',
        );
      if (!id.startsWith(source) || !/\.tsx?$/u.test(id)) return null;
      const called = [...paths].filter(
        ([name]) => code.includes(`'${name}'`) && !shared.includes(`'${name}'`),
      );
      if (called.length === 0) return null;
      const added = JSON.stringify(Object.fromEntries(called));
      return `${code}\nimport { paths as addresses } from ${JSON.stringify(list)};\nObject.assign(addresses, ${added});\n`;
    },
  };
}
