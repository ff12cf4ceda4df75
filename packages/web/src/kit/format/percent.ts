import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';

/** Formats basis points as percent: `2.5`, in Indonesian `2,5`. */
export function formatPercent(basisPoints: number, locale: Language): string {
  const text = (basisPoints / 100).toFixed(2).replace(/\.?0+$/u, '');
  return text.replace('.', languages[locale].decimal);
}

/** Reads percent with up to two decimals into basis points; null if invalid. */
export function parsePercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/u.exec(typed.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
