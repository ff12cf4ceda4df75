export const LOCALES = ['en', 'id'] as const;
export type Locale = (typeof LOCALES)[number];

/** Returns the stored choice, or the first preferred language that has texts. */
export function chooseLocale(stored: string | null, preferred: readonly string[]): Locale {
  if (stored === 'en' || stored === 'id') return stored;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    // Old systems report Indonesian by its former code.
    if (language === 'id' || language === 'in') return 'id';
    if (language === 'en') return 'en';
  }
  return 'en';
}
