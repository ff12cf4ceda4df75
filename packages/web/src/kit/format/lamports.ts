import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';
import { groupDigits } from './rupiah.ts';

/** Formats base units as a readable number without a float. */
export function formatUnits(amount: bigint, decimals: number, locale: Language): string {
  const { thousands, decimal } = languages[locale];
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = groupDigits(digits.slice(0, digits.length - decimals), thousands);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return `${amount < 0n ? '\u2212' : ''}${whole}${fraction ? decimal + fraction : ''}`;
}

export function formatLamports(lamports: bigint, locale: Language): string {
  return `${formatUnits(lamports, 9, locale)} SOL`;
}
