import { formatRupiah } from '@pid/contract';
import { languages, type Language } from '@pid/contract/languages';

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

/** Shows lamports as SOL, and tokens in base units, because their decimals are not known here. */
export function chainAmount(asset: string, amount: string, language: Language): string {
  if (asset !== 'SOL') return `${amount} (${asset})`;
  const digits = amount.padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${digits.slice(0, -9)}${fraction ? languages[language].decimal + fraction : ''} SOL`;
}
