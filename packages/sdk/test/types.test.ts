import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Input } from '@pid/contract';
import type { Reply } from '@pid/contract/client';
import { expect, test } from 'vitest';
import type { PermissionTerms } from '../src/permissions.ts';
import type { AppEvent } from '../src/server/index.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { exports, ...manifest } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { types: string }>;
  dependencies?: Record<string, string>;
};

/** Lists the packages that a declaration file imports, directly or through other files of this package. */
function foreignImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(
    ([, name]) => name!,
  );
  return names.flatMap((name) =>
    name.startsWith('.')
      ? foreignImports(
          path.join(path.dirname(file), name.replace(/\.js$/, '.d.ts').replace(/(?<!\.d)\.ts$/, '.d.ts')),
          seen,
        )
      : [`${path.relative(root, file)} imports ${name}`],
  );
}

test.each(Object.entries(exports))('the types of %s import no other package', (_entry, { types }) => {
  expect(foreignImports(path.join(root, types))).toEqual([]);
});

test('events and periods have the types of the contract', () => {
  type Both<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
  // The type checker compares the lists.
  const areSame: [
    Both<AppEvent['type'], Reply<'listAppEvents'>['items'][number]['type']>,
    Both<PermissionTerms['spend'][number]['period'], Input<'createPermission'>['spend'][number]['period']>,
  ] = [true, true];
  expect(areSame).toEqual([true, true]);
  const leftOf = (event: AppEvent) => (event.type === 'connection.ended' ? event.data.pid : null);
  const event = { number: 1, at: '', type: 'connection.ended', data: { pid: 'budi@pid' } } as const;
  expect(leftOf(event)).toBe('budi@pid');
});

test('the package has no dependencies', () => {
  expect(manifest.dependencies).toBeUndefined();
});
