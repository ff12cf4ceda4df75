import { formatRupiah } from '@pid/contract';
import { languages, type Language } from '@pid/contract/languages';
import type { NoticeData } from '../notice-types.ts';

/** Replaces names with their words and omits a name without words. */
export function listed(names: string, words: Readonly<Record<string, string>>): string {
  return names
    .split(',')
    .flatMap((name) => words[name] ?? [])
    .join(', ');
}

export function rupiah(amount: number, language: Language): string {
  return formatRupiah(amount, languages[language].thousands);
}

/** Tokens of earlier notices are in base units, because those notices lack the decimals. */
export function chainAmount(
  { asset, amount, ...token }: NoticeData['wallet.withdrawn'],
  language: Language,
): string {
  const { decimals, assetName } = asset === 'SOL' ? { decimals: 9, assetName: asset } : token;
  if (decimals === undefined) return `${amount} (${asset})`;
  const { thousands, decimal } = languages[language];
  const digits = amount.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, thousands);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${fraction ? decimal + fraction : ''} ${assetName}`;
}
