import type { AmountWords } from './number-words.en.ts';

const DIGITS = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan'];
const SCALES = ['', 'ribu', 'juta', 'miliar', 'triliun'];

/** As spoken: `seratus dua belas`. */
const sayGroup: AmountWords['sayGroup'] = (number, power) => {
  if (number === 1 && power === 1) return ['seribu'];
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const below =
    rest === 10
      ? ['sepuluh']
      : rest === 11
        ? ['sebelas']
        : tens === 1
          ? [DIGITS[ones], 'belas']
          : [tens > 0 ? `${DIGITS[tens]} puluh` : '', DIGITS[ones]];
  return [
    hundreds === 0 ? '' : hundreds === 1 ? 'seratus' : `${DIGITS[hundreds]} ratus`,
    ...below,
    SCALES[power],
  ];
};

export const text: AmountWords = {
  sayGroup,
  cents: 'Rupiah tidak memakai sen. Tulis angka bulat.',
  unreadable: 'Tulis jumlahnya seperti 25.000, 25rb, atau 1,5jt.',
};
