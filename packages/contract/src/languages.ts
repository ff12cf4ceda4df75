interface LanguageFacts {
  /** In the language itself. */
  readonly name: string;
  /** For dates and times: with the region whose formats are shown. */
  readonly tag: string;
  readonly thousands: ',' | '.';
  readonly decimal: ',' | '.';
  /** Old systems report a language by its former ISO 639 code. */
  readonly formerCode?: string;
}

/** The languages of pages, mails and the checkout page. CONTRIBUTING.md says what a new one needs. */
const facts = {
  en: { name: 'English', tag: 'en-GB', thousands: ',', decimal: '.' },
  id: { name: 'Indonesia', tag: 'id-ID', thousands: '.', decimal: ',', formerCode: 'in' },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof facts;

export const languages: Readonly<Record<Language, LanguageFacts>> = facts;
export const languageCodes = Object.keys(facts) as Language[];

export const defaultLanguage = 'en' satisfies Language;

/** A mail to a player whose profile has no language is written in all of these. */
export const mailLanguages: readonly Language[] = ['id', 'en'];

export const isLanguage = (code: unknown): code is Language => languageCodes.some((known) => known === code);

/** Returns the player's choice, or the first preferred language that has texts. */
export function chooseLanguage(chosen: unknown, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  for (const tag of preferred) {
    const code = /^\s*([a-z]+)/iu.exec(tag)?.[1]!.toLowerCase();
    if (code === undefined) continue;
    const found = languageCodes.find((known) => known === code || languages[known].formerCode === code);
    if (found) return found;
  }
  return defaultLanguage;
}
