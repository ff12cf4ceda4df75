import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { problemOf, readGuardLists, root } from './guard-lists.ts';

const lists = await readGuardLists();
const document = path.join(root, 'docs/service-guards.md');

test.each(lists.map((list) => [list.file, list] as const))(
  'every guard of %s stands exactly once where it says, and names its tests',
  (_file, list) => {
    expect(list.guards.length).toBeGreaterThan(0);
    expect(list.guards.map((guard) => problemOf(list, guard)).filter((problem) => problem !== null)).toEqual(
      [],
    );
  },
);

test('of the guards that were taken away none went unnoticed', () => {
  expect(existsSync(document) ? readFileSync(document, 'utf8') : '').not.toContain('**no test**');
});
