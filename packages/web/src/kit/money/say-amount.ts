import type { Language } from '@pid/contract/languages';
import { textIn } from '../i18n/locale.ts';
import type { AmountWords } from '../i18n/number-words.en.ts';
import { hasCents } from './read-amount.ts';

const NUMBER_WORDS = import.meta.glob<AmountWords>('../i18n/number-words.*.ts', {
  eager: true,
  import: 'text',
});

/** Writes an amount in words: an extra zero is easier to notice in words than in digits. */
export function sayAmount(amount: number, language: Language): string {
  const { sayGroup } = textIn(NUMBER_WORDS, language);
  const groups: number[] = [];
  for (let rest = amount; rest > 0; rest = Math.floor(rest / 1000)) groups.push(rest % 1000);
  const spoken = groups.map((group, power) => (group === 0 ? [] : sayGroup(group, power))).toReversed();
  return [...spoken.flat(), 'rupiah'].filter(Boolean).join(' ');
}

/** Says why an amount cannot be read. */
export function sayFlaw(typed: string, language: Language): string {
  const { cents, unreadable } = textIn(NUMBER_WORDS, language);
  return hasCents(typed) ? cents : unreadable;
}
