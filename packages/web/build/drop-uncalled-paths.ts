import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Leaves out the addresses of operations that no page calls: every page loads the list. A page names each
 * operation that it calls as a literal (`test/find-operation.test.ts`).
 */
export function dropUncalledPaths(): Plugin {
  let pages: string | null = null;
  return {
    name: 'drop-uncalled-paths',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/packages/contract/src/paths.ts')) return null;
      pages ??= readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.tsx?$/u.test(file))
        .map((file) => readFileSync(path.join(source, file), 'utf8'))
        .join('\n');
      const called = pages;
      return code.replaceAll(/^ {2}(\w+): '[A-Z]+ \/.*',\n/gmu, (line, name: string) =>
        called.includes(`'${name}'`) ? line : '',
      );
    },
  };
}
