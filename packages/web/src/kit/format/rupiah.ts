import { locale } from '../i18n/locale.ts';
import type { Locale } from '../i18n/locale.ts';

/** Thousands separators. */
const GROUP: Record<Locale, string> = { en: ',', id: '.' };

export function groupDigits(digits: string, separator: string = GROUP[locale.value]): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, separator);
}

/**
 * `Rp1.000.000`, on English pages `Rp1,000,000`, because English readers take a dot for the start of
 * decimals.
 */
export function formatRupiah(amount: bigint, language: Locale = locale.value): string {
  const digits = (amount < 0n ? -amount : amount).toString();
  return `${amount < 0n ? '\u2212' : ''}Rp${groupDigits(digits, GROUP[language])}`;
}
