import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pages = fileURLToPath(new URL('../packages/web/src/', import.meta.url));
const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
const listed = (cell: string) => cell.split(', ').filter(Boolean);
const rows = glossary
  .slice(glossary.indexOf('## Words on screen'))
  .split('\n')
  .filter((line) => /^\| (?!word |-)/u.test(line))
  .map((line) => {
    const [, , english = '', indonesian = '', where = '', notEnglish = '', notIndonesian = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const [, file = '', key = ''] = /^`(.+)` (\S+)$/u.exec(where) ?? [];
    return { english, indonesian, file, key, avoided: { en: listed(notEnglish), id: listed(notIndonesian) } };
  });

async function wordAt(file: string, key: string, language: 'en' | 'id'): Promise<unknown> {
  const name = file.startsWith('kit/') ? `${file}.${language}.ts` : `${file}/text.${language}.ts`;
  const { text } = (await import(path.join(pages, name))) as { text: Record<string, unknown> };
  return key.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], text);
}

test('the pages use the words of the glossary in both languages', async () => {
  const placed = rows.filter(({ file }) => file !== '');
  expect(placed.length).toBeGreaterThan(20);
  const shown = await Promise.all(
    placed.map(async ({ file, key }) => [
      `${file} ${key}`,
      await wordAt(file, key, 'en'),
      await wordAt(file, key, 'id'),
    ]),
  );
  expect(shown).toEqual(
    placed.map(({ file, key, english, indonesian }) => [`${file} ${key}`, english, indonesian]),
  );
});

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const withTexts = ['contract', 'sdk', 'server', 'web'];

test.each(['en', 'id'] as const)('no text (%s) uses another word for the same thing', (language) => {
  const files = withTexts.flatMap((name) =>
    readdirSync(path.join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`.${language}.ts`) && !file.includes('admin'))
      .map((file) => path.join(name, 'src', file)),
  );
  for (const name of withTexts) expect(files.some((file) => file.startsWith(name))).toBe(true);
  const words = rows.flatMap(({ avoided }) => avoided[language]);
  expect(words.length).toBeGreaterThan(4);
  const found = files.flatMap((name) => {
    // Only texts in quotation marks: names of fields and inserted values are English.
    const source = readFileSync(path.join(packages, name), 'utf8').replaceAll(/'[\w.-]+':/gu, '');
    const quoted = source.matchAll(/'[^'\n]*'|`[^`]*`/gu);
    const texts = [...quoted].join(' ').replaceAll(/\$\{[^}]*\}/gu, '');
    return words
      .filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'iu').test(texts))
      .map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
