import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLanguage, languageCodes, languages } from '@pid/contract/languages';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const registry = path.join('packages', 'contract', 'src', 'languages.ts');
const files = ['contract/src', 'server/src', 'web/src', 'web/build', 'web/harness']
  .flatMap((folder) =>
    readdirSync(path.join(root, 'packages', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join('packages', folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== registry);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Texts of all languages, by their path without the language: `checkout/checkout-text`. */
const places = files
  .filter((file) => file.endsWith(`.${defaultLanguage}.ts`))
  .map((file) => file.slice(0, -`.${defaultLanguage}.ts`.length));
const isText = (file: string) => places.some((place) => /^\.\w+\.ts$/.test(file.replace(place, '')));
const exportsOf = (file: string) =>
  [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name]) => name).toSorted();

const codes = languageCodes.join('|');
const tags = languageCodes.map((code) => languages[code].tag).join('|');
/** Code that knows a language by its code, so that another language would have to change it. */
const offences = [
  new RegExp(`[!=]==? '(?:${codes})'|'(?:${codes})' [!=]==?|case '(?:${codes})'`),
  new RegExp(`'(?:${codes})'\\)? \\| \\(?'(?:${codes})'|'(?:${codes})', '(?:${codes})'`),
  new RegExp(
    `\\b${defaultLanguage}: |'(?:${tags})'|startsWith\\('(?:${codes})'\\)|\\((?:\\?:)?(?:${codes})\\|`,
  ),
  new RegExp(`(?:^import (?!type)[^;]*|import\\()'[^']*\\.(?:${codes})\\.ts'`, 'm'),
];

test('only the registry and the texts name a language', () => {
  const code = files.filter((file) => !isText(file));
  expect(code.length).toBeGreaterThan(900);
  const found = code.flatMap((file) =>
    offences.flatMap((offence) => {
      const [text] = offence.exec(read(file)) ?? [];
      return text === undefined ? [] : [`${file}: ${text}`];
    }),
  );
  expect(found).toEqual([]);
});

test('every text has one file per language and no others', () => {
  expect(places.length).toBeGreaterThan(50);
  const wanted = places.flatMap((place) => languageCodes.map((code) => `${place}.${code}.ts`));
  expect(files.filter(isText).toSorted()).toEqual(wanted.toSorted());
});

test('every translation exports the texts of the English file with their types', () => {
  const flaws = places.flatMap((place) => {
    const english = `${place}.${defaultLanguage}.ts`;
    return languageCodes
      .filter((code) => code !== defaultLanguage)
      .map((code) => `${place}.${code}.ts`)
      .filter(
        (file) =>
          exportsOf(file).join() !== exportsOf(english).join() ||
          /^export const \w+ =/m.test(read(file)) ||
          !new RegExp(`import type [^;]* from '\\./${path.basename(english)}'`).test(read(file)),
      );
  });
  expect(flaws).toEqual([]);
});
