import { signal } from '@preact/signals';
import { deviceStorage } from '../platform/storage.ts';
import { chooseLocale } from './choose-locale.ts';
import type { Locale } from './choose-locale.ts';
import type { CommonText } from './common.en.ts';

export type { Locale } from './choose-locale.ts';

const STORAGE_KEY = 'pid:locale';

/** Loads the texts that every page of a document shares. */
export type WordLoaders = Readonly<Record<Locale, () => Promise<CommonText>>>;

export const locale = signal<Locale>('en');
const common = signal<CommonText | null>(null);
let loaders: WordLoaders | null = null;

/** The texts that every page shares. Reading this in a component subscribes it to language changes. */
export function useCommon(): CommonText {
  const text = common.value;
  if (!text) throw new Error('The common dictionary was read before it was loaded');
  return text;
}

async function setLocale(next: Locale): Promise<void> {
  if (!loaders) throw new Error('The language was set before the loaders were registered');
  common.value = await loaders[next]();
  locale.value = next;
  document.documentElement.lang = next;
}

export async function startLocale(words: WordLoaders): Promise<void> {
  loaders = words;
  await setLocale(chooseLocale(deviceStorage.get(STORAGE_KEY), navigator.languages));
}

export async function switchLocale(next: Locale): Promise<void> {
  await setLocale(next);
  deviceStorage.set(STORAGE_KEY, next);
  // For the server, which names the text script in the document: it knows the browser's preference but not
  // the stored choice.
  document.cookie = `lang=${next}; path=/; max-age=31536000; samesite=lax`;
}
