import { languageCodes, type Language } from '@pid/contract/languages';

/** Loads a text in every language. Each language has a file of its own. */
export async function loadTexts<Text>(
  load: (language: Language) => Promise<Text>,
): Promise<Readonly<Record<Language, Text>>> {
  const texts = languageCodes.map(async (language) => [language, await load(language)] as const);
  return Object.fromEntries(await Promise.all(texts)) as Record<Language, Text>;
}
