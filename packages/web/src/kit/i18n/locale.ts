import { chooseLanguage, defaultLanguage } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';
import { signal } from '../platform/signal.ts';
import { deviceStorage } from '../platform/storage.ts';
import type { CommonText } from './common.en.ts';

const STORAGE_KEY = 'pid:locale';

/** The files of a text, one per language, as `import.meta.glob` lists them. */
type Files<File> = Readonly<Record<string, File>>;
export type TextFiles = Files<() => Promise<unknown>>;

export function textIn<File>(files: Files<File>, language: Language): File {
  const [, file] = Object.entries(files).find(([path]) => path.endsWith(`.${language}.ts`)) ?? [];
  if (!file) throw new Error(`No text in ${language}`);
  return file;
}

/** Every file of a text exports it as `text`, with the type of the English one (`test/tidy-languages.test.ts`). */
export async function loadText<Text>(files: TextFiles, language = locale.value): Promise<Text> {
  return ((await textIn(files, language)()) as { readonly text: Text }).text;
}

export const locale = signal<Language>(defaultLanguage);
const common = signal<CommonText | null>(null);

/** The texts that every page shares. Reading this in a component subscribes it to language changes. */
export function useCommon(): CommonText {
  const text = common.value;
  if (!text) throw new Error('The common dictionary was read before it was loaded');
  return text;
}

async function setLocale(next: Language): Promise<void> {
  common.value = await loadText<CommonText>(import.meta.glob('./common.*.ts'), next);
  locale.value = next;
  document.documentElement.lang = next;
}

export async function startLocale(): Promise<void> {
  const stored = deviceStorage.get(STORAGE_KEY);
  await setLocale(chooseLanguage(stored, navigator.languages));
  // Browsers may delete the cookie earlier than the stored choice.
  if (stored !== null) tellServer(locale.value);
}

export async function switchLocale(next: Language): Promise<void> {
  await setLocale(next);
  deviceStorage.set(STORAGE_KEY, next);
  tellServer(next);
}

/**
 * The server names the text script in the document. It knows the browser's preference but not the stored
 * choice.
 */
function tellServer(language: Language): void {
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
}
