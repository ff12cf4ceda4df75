import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Guard } from '../packages/server/src/guard.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'packages/server/src');
const lists = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.guards.ts'),
);

test.each(lists)('every guard of %s stands exactly once where it says, and names tests', async (list) => {
  const { guards } = (await import(path.join(source, list))) as { guards: readonly Guard[] };
  expect(guards.length).toBeGreaterThan(0);
  const wrong = guards.filter(({ file, find, replace, tests, breaks }) => {
    const text = readFileSync(path.join(source, path.dirname(list), file), 'utf8');
    return text.split(find).length !== 2 || find === replace || breaks === '' || tests.length === 0;
  });
  expect(wrong.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});
