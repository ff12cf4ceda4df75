const SMALL = [
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
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion'];

/**
 * Says 1 to 999 of a power of 1000: `sayGroup(12, 1)` is twelve thousand. The words are joined by spaces; empty
 * ones are left out.
 */
type SayGroup = (number: number, power: number) => readonly (string | undefined)[];

export interface AmountWords {
  readonly sayGroup: SayGroup;
  readonly cents: string;
  readonly unreadable: string;
}

const sayGroup: SayGroup = (number, power) => {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const below = SMALL[rest] ?? [TENS[tens], SMALL[ones]].filter(Boolean).join('-');
  return [hundreds > 0 ? `${SMALL[hundreds]} hundred` : '', below, SCALES[power]];
};

export const text: AmountWords = {
  sayGroup,
  cents: 'Rupiah have no cents. Enter a whole number.',
  unreadable: 'Write the amount like 25,000 or 25k.',
};
