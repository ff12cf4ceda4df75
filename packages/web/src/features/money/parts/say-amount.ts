import type { Locale } from '../../../kit/i18n/choose-locale.ts';

const SMALL = {
  id: ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan'],
  en: [
    '',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
  ],
} as const;
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = {
  id: ['', 'ribu', 'juta', 'miliar', 'triliun'],
  en: ['', 'thousand', 'million', 'billion', 'trillion'],
} as const;

const words = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** Up to 999, as spoken: `seratus dua belas`. */
function indonesian(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const digit = (value: number) => SMALL.id[value] ?? '';
  const below =
    rest === 10
      ? 'sepuluh'
      : rest === 11
        ? 'sebelas'
        : tens === 1
          ? `${digit(ones)} belas`
          : words(tens === 0 ? '' : `${digit(tens)} puluh`, digit(ones));
  return words(hundreds === 0 ? '' : hundreds === 1 ? 'seratus' : `${digit(hundreds)} ratus`, below);
}

function english(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const below =
    SMALL.en[rest] ?? [TENS[tens] ?? '', SMALL.en[ones] ?? ''].filter((part) => part !== '').join('-');
  return words(hundreds === 0 ? '' : `${SMALL.en[hundreds]} hundred`, below);
}

/** Writes an amount in words: an extra zero is easier to notice in words than in digits. */
export function sayAmount(amount: number, locale: Locale): string {
  const groups: number[] = [];
  for (let rest = amount; rest > 0; rest = Math.floor(rest / 1000)) groups.push(rest % 1000);
  const spoken = groups.map((group, scale) => {
    if (group === 0) return '';
    if (locale === 'id' && scale === 1 && group === 1) return 'seribu';
    return words(locale === 'id' ? indonesian(group) : english(group), SCALES[locale][scale] ?? '');
  });
  return words(...spoken.toReversed(), 'rupiah');
}
