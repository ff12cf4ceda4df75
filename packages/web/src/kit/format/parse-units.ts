import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';

/**
 * Reads a typed number into base units; null if invalid. The other decimal separator is accepted too, unless it could be a thousands separator: otherwise a player could send a thousandth or a thousand
 * times the intended amount.
 */
export function parseUnits(text: string, decimals: number, locale: Language): bigint | null {
  const found = /^(\d{1,20})(?:([.,])(\d{0,30}))?$/u.exec(text.trim());
  if (!found) return null;
  const [, whole = '', sign, fraction = ''] = found;
  if (sign !== undefined && sign !== languages[locale].decimal && fraction.length === 3) return null;
  if (fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
