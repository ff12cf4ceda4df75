import { chooseLanguage, defaultLanguage, languageCodes } from '@pid/contract/languages';
import { describe, expect, it } from 'vitest';

const dictionaries = import.meta.glob<{ text: Record<string, unknown> }>(
  ['./common.*.ts', '../../features/*/pages/*/text.*.ts', '../../shell/*/text.*.ts'],
  {
    eager: true,
  },
);

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('chooseLanguage', () => {
  it.each([
    ['id', ['en-US'], 'id'],
    [null, ['id-ID', 'en'], 'id'],
    [null, ['in'], 'id'],
    [null, ['fr-FR', 'id'], 'id'],
    [null, ['fr-FR', 'en-GB', 'id'], 'en'],
    [null, ['fr'], 'en'],
    ['xx', [], 'en'],
    [null, ['*', 'id'], 'id'],
    [null, ['', '1', ' id;q=0.8'], 'id'],
  ] as const)('stored %s and preferred %j give %s', (stored, preferred, language) => {
    expect(chooseLanguage(stored, preferred)).toBe(language);
  });
});

describe('dictionaries', () => {
  const english = Object.keys(dictionaries).filter((path) => path.endsWith(`.${defaultLanguage}.ts`));

  const others = languageCodes.filter((language) => language !== defaultLanguage);
  const translations = english.flatMap((path) =>
    others.map((language) => [path.replace(/\.\w+\.ts$/u, `.${language}.ts`), path] as const),
  );

  it('are found', () => {
    expect(english.length).toBeGreaterThan(4);
  });

  it.each(translations)('%s has every English text, none empty or untranslated', (translation, path) => {
    // Null where the service's English text is shown.
    const said = leaves(dictionaries[path]?.text, '');
    const here = said.filter(([, value]) => value !== null);
    const ownEnglish = said.filter(([, value]) => value === null).map(([key]) => `${key}.`);
    const there = new Map(
      leaves(dictionaries[translation]?.text, '').filter(
        ([key]) => !ownEnglish.some((prefix) => key.startsWith(prefix)),
      ),
    );
    expect([...there.keys()].toSorted()).toEqual(here.map(([key]) => key).toSorted());
    const blank = [...there].filter(([, value]) => value === '').map(([key]) => key);
    expect(blank).toEqual([]);
    const untranslated = here.filter(
      ([key, value]) => typeof value === 'string' && value.split(' ').length > 3 && there.get(key) === value,
    );
    expect(untranslated).toEqual([]);
  });
});
