import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pages = fileURLToPath(new URL('../packages/web/src/', import.meta.url));
const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
const rows = glossary
  .slice(glossary.indexOf('## Words on screen'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, , english = '', indonesian = '', where = '', not = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const [, file = '', key = ''] = /^`(.+)` (\S+)$/u.exec(where) ?? [];
    return { english, indonesian, file, key, not: not.split(', ').filter(Boolean) };
  });

async function wordAt(file: string, key: string, language: 'en' | 'id'): Promise<unknown> {
  const name = file.startsWith('kit/') ? `${file}.${language}.ts` : `${file}/text.${language}.ts`;
  const { text } = (await import(path.join(pages, name))) as { text: Record<string, unknown> };
  return key.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], text);
}

test('the pages use the words of the glossary in both languages', async () => {
  expect(rows.length).toBeGreaterThan(20);
  const shown = await Promise.all(
    rows.map(async ({ file, key }) => [
      `${file} ${key}`,
      await wordAt(file, key, 'en'),
      await wordAt(file, key, 'id'),
    ]),
  );
  expect(shown).toEqual(
    rows.map(({ file, key, english, indonesian }) => [`${file} ${key}`, english, indonesian]),
  );
});

test('no Indonesian text of a page uses another word for the same thing', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.id.ts') && !name.includes('admin'),
  );
  const avoided = rows.flatMap(({ not }) => not);
  expect(avoided.length).toBeGreaterThan(4);
  const found = files.flatMap((name) => {
    // Only texts in quotation marks: names of fields and inserted values are English.
    const quoted = readFileSync(path.join(pages, name), 'utf8').matchAll(/'[^'\n]*'|`[^`]*`/gu);
    const texts = [...quoted].join(' ').replaceAll(/\$\{[^}]*\}/gu, '');
    return avoided
      .filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'iu').test(texts))
      .map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
