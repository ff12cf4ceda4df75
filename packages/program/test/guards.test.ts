import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mutationsOf } from '../bench/mutations.ts';

const sources = fileURLToPath(new URL('../rust/wallet', import.meta.url));
const document = readFileSync(new URL('../../../docs/program-guards.md', import.meta.url), 'utf8');

function documented(): Map<string, string[]> {
  const sections = document.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n', 1)[0] ?? '',
      [...section.matchAll(/^\| `(\w+)` \| `(.*)` \| .* \|$/gm)].map(
        ([, place, text]) => `${place} ${text?.replaceAll('\\|', '|')}`,
      ),
    ]),
  );
}

it('every protection of the program is on the list of those that were taken away', () => {
  const rows = documented();
  for (const file of readdirSync(sources)) {
    const expected = mutationsOf(file, readFileSync(`${sources}/${file}`, 'utf8'));
    expect(rows.get(file) ?? [], `run bench/mutate.ts ${file}`).toEqual(
      expected.map(({ place, text }) => `${place} ${text}`),
    );
  }
});

it('a test notices each of them, or it says why none can', () => {
  expect(document).not.toContain('no test');
  expect(document).toContain('equivalent: ');
});
