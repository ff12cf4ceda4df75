import type { Locale } from '../i18n/locale.ts';

const DECIMAL: Record<Locale, string> = { en: '.', id: ',' };

/**
 * Reads a typed number into base units; null if invalid. The other language's decimal separator is accepted
 * too, unless it could be a thousands separator: otherwise a player could send a thousandth or a thousand
 * times the intended amount.
 */
export function parseUnits(text: string, decimals: number, locale: Locale): bigint | null {
  const found = /^(\d{1,20})(?:([.,])(\d{0,30}))?$/u.exec(text.trim());
  if (!found) return null;
  const [, whole = '', sign, fraction = ''] = found;
  if (sign !== undefined && sign !== DECIMAL[locale] && fraction.length === 3) return null;
  if (fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
