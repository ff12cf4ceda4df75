import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EQUIVALENT, keyOf } from '../bench/equivalent-mutations.ts';
import { mutationsOf } from '../bench/mutations.ts';

const sources = fileURLToPath(new URL('../rust/wallet', import.meta.url));

it('every equivalent mutation still exists in the sources', () => {
  const keys = readdirSync(sources).flatMap((file) =>
    mutationsOf(file, readFileSync(`${sources}/${file}`, 'utf8')).map(keyOf),
  );
  expect(keys.length).toBeGreaterThan(300);
  expect(Object.keys(EQUIVALENT).filter((key) => !keys.includes(key))).toEqual([]);
});
