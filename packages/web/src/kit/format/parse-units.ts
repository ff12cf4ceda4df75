import type { Locale } from '../i18n/locale.ts';

const DECIMAL: Record<Locale, string> = { en: '.', id: ',' };

/**
 * A number as people type it, in base units; null when it is none. The other language's decimal sign is taken too, unless it
 * stands where a thousands sign would: nobody should send a thousandth, or a thousand times, of what they meant.
 */
export function parseUnits(text: string, decimals: number, locale: Locale): bigint | null {
  const found = /^(\d{1,20})(?:([.,])(\d{0,30}))?$/u.exec(text.trim());
  if (!found) return null;
  const [, whole = '', sign, fraction = ''] = found;
  if (sign !== undefined && sign !== DECIMAL[locale] && fraction.length === 3) return null;
  if (fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
