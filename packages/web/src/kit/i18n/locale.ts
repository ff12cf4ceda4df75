import { signal } from '@preact/signals';
import { deviceStorage } from '../platform/storage.ts';
import type { CommonText } from './common.en.ts';

export const LOCALES = ['en', 'id'] as const;
export type Locale = (typeof LOCALES)[number];

const STORAGE_KEY = 'pid:locale';

export function chooseLocale(stored: string | null, preferred: readonly string[]): Locale {
  if (stored === 'en' || stored === 'id') return stored;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    // Old systems still report Indonesian by its former code.
    if (language === 'id' || language === 'in') return 'id';
    if (language === 'en') return 'en';
  }
  return 'en';
}

const commonLoaders: Record<Locale, () => Promise<{ text: CommonText }>> = {
  en: () => import('./common.en.ts'),
  id: () => import('./common.id.ts'),
};

export const locale = signal<Locale>('en');
const common = signal<CommonText | null>(null);

/** The words every page shares. Reading it in a component subscribes to a change of language. */
export function useCommon(): CommonText {
  const text = common.value;
  if (!text) throw new Error('The common dictionary is read before it was loaded');
  return text;
}

async function setLocale(next: Locale): Promise<void> {
  const { text } = await commonLoaders[next]();
  common.value = text;
  locale.value = next;
  document.documentElement.lang = next;
}

export async function startLocale(): Promise<void> {
  await setLocale(chooseLocale(deviceStorage.get(STORAGE_KEY), navigator.languages));
}

export async function switchLocale(next: Locale): Promise<void> {
  await setLocale(next);
  deviceStorage.set(STORAGE_KEY, next);
}
