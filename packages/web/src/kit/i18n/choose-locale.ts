export const LOCALES = ['en', 'id'] as const;
export type Locale = (typeof LOCALES)[number];

/** What was chosen here before, or the first of the reader's languages that there are words for. */
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
