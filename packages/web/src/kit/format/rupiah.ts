import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';
import { locale } from '../i18n/locale.ts';

export function groupDigits(digits: string, separator: string = languages[locale.value].thousands): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, separator);
}

/**
 * `Rp1.000.000`, on English pages `Rp1,000,000`, because English readers take a dot for the start of
 * decimals.
 */
export function formatRupiah(amount: bigint, language: Language = locale.value): string {
  const digits = (amount < 0n ? -amount : amount).toString();
  return `${amount < 0n ? '\u2212' : ''}Rp${groupDigits(digits, languages[language].thousands)}`;
}

/** For amounts of the API, which are whole numbers. */
export const formatNumberOfRupiah = (amount: number): string => formatRupiah(BigInt(amount));
