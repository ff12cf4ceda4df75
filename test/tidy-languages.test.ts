import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLanguage, languageCodes, type Language } from '@pid/contract/languages';
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

/** A type is no code: every text has the type of the file of the default language. */
const withoutTypes = (source: string) =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replaceAll(/^(?:import|export) type [^;]*;$/gm, '')
    .replaceAll(/\b(?:Pick|Omit)<(?:[^<>]|<[^<>]*>)*>/g, '');

/** The code `id` is also the name of a field: in a list of names, of which one is no code, or read by name. */
const withoutFields = (source: string) =>
  source
    .replaceAll(/\[(?:\s*'\w+',?)+\s*\]/g, (list) => (/'\w{4,}'/.test(list) ? '' : list))
    .replaceAll(/(?:\b(?:params|data)|\[number\])\['id'\]|\b(?:given|textOf)\('id'\)/g, '');

/** Code that knows one of these languages, so that another language would have to change it. */
function namedIn(source: string, of: readonly Language[]): string[] {
  const codes = of.join('|');
  const offences = [
    // Its code or a tag: `=== 'id'`, `case 'id'`, `languages['id']`, `toLocaleString('en-US')`, `lang="en"`.
    `['"](?:${codes})(?:-\\w+)?['"]|[([=]\\s*\`(?:${codes})(?:-\\w+)?\``,
    `\\blanguages\\??\\.(?:${codes})\\b`,
    // A pattern, or a table, which always has the default language.
    `\\((?:\\?:)?(?:${codes})\\|`,
    ...(of.includes(defaultLanguage) ? [`\\b${defaultLanguage}: `] : []),
    // The file of a text.
    `['"\`/](?:[^'"\`\\n]*\\.)?(?:${codes})\\.ts['"\`]`,
  ];
  const code = withoutFields(withoutTypes(source));
  return offences.flatMap((offence) => new RegExp(offence).exec(code)?.[0] ?? []);
}

const exceptions: Readonly<Record<string, string>> = {
  'packages/server/src/audit/audit.store.ts': 'the primary key of a table',
  'packages/server/src/ledger/get-statement.ts': 'the region that writes ISO dates',
  'packages/server/src/notices/erase-notices.store.ts': 'a field in SQL',
  'packages/server/src/notices/mail/outbox.store.ts': 'a column in SQL',
  'packages/server/src/notices/mail/development-mail.pages.ts': 'an English page for developers',
  'packages/server/src/sign-in/development-provider/sign-in-page.ts': 'an English page for developers',
  'packages/web/harness/cast-games.ts': 'texts of games in both languages',
  'packages/web/harness/cast.ts': 'a player who speaks Indonesian',
  'packages/web/harness/scenes.ts': 'pictures of the pages in Indonesian',
  'packages/web/src/shell/router/first-calls.ts': 'the parameter of a call',
};

test('only the registry and the texts name a language', () => {
  const code = files.filter((file) => !isText(file));
  expect(code.length).toBeGreaterThan(900);
  const found = code.flatMap((file) =>
    namedIn(read(file), languageCodes).map((text) => [file.split(path.sep).join('/'), text] as const),
  );
  expect(found.filter(([file]) => !(file in exceptions)).map((each) => each.join(': '))).toEqual([]);
  expect([...new Set(found.map(([file]) => file).filter((file) => file in exceptions))].toSorted()).toEqual(
    Object.keys(exceptions).toSorted(),
  );
});

test('a text names no other language', () => {
  const found = files.filter(isText).flatMap((file) => {
    const own = /\.(\w+)\.ts$/.exec(file)![1];
    const others = languageCodes.filter((code) => code !== own);
    return namedIn(read(file), others).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

test.each([
  `if (code === 'id') {`,
  `case 'en':`,
  `['id'].includes(code)`,
  `new Set(['id'])`,
  `new Set(['id', 'en'])`,
  `type Shown = 'id' | 'en';`,
  `languages.id`,
  `languages['id']`,
  `const x: Language = 'id';`,
  'const x: Language = `id`;',
  `amount.toLocaleString('id')`,
  `amount.toLocaleString('en-US')`,
  `new Intl.NumberFormat("id-ID")`,
  `formatRupiah(amount, 'id')`,
  `html.replace('lang="en"', '')`,
  `const words = { en: 'Yes', id: 'Ya' };`,
  `/^(?:en|id)$/`,
  `import { text } from './text.id.ts';`,
  `export { text } from './text.id.ts';`,
  `import.meta.glob('./text.id.ts')`,
  'await import(`./text.id.ts`)',
  'await import(`./${name}.id.ts`)',
  `await import(\n  './text.id.ts'\n)`,
])('recognizes the language in %j', (code) => {
  expect(namedIn(code, languageCodes)).not.toEqual([]);
});

test.each([
  `import type { Text } from './text.en.ts';`,
  `type Row = Pick<Payment, 'id' | 'amount'>;`,
  `const columns = ['id', 'amount'];`,
  `const id = params['id'];`,
  `// Not 'id'.`,
  `await import(\`./text.\${language}.ts\`)`,
])('finds no language in %j', (code) => {
  expect(namedIn(code, languageCodes)).toEqual([]);
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
