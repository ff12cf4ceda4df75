import type { Locale } from '../i18n/locale.ts';
import { groupDigits } from './rupiah.ts';

const SEPARATORS: Record<Locale, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  id: { group: '.', decimal: ',' },
};

/** Formats base units as a readable number without a float. */
export function formatUnits(amount: bigint, decimals: number, locale: Locale): string {
  const { group, decimal } = SEPARATORS[locale];
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = groupDigits(digits.slice(0, digits.length - decimals), group);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return `${amount < 0n ? '\u2212' : ''}${whole}${fraction ? decimal + fraction : ''}`;
}

export function formatLamports(lamports: bigint, locale: Locale): string {
  return `${formatUnits(lamports, 9, locale)} SOL`;
}
