import { groupDigits } from '../../../kit/format/rupiah.ts';

/** Ten to the fifteenth, the most that the ledger takes at once, has sixteen digits; one below is enough for anybody. */
const MAX_DIGITS = 15;

export interface TypedAmount {
  /** `1.000.000`, or nothing. */
  readonly text: string;
  /** Where the caret belongs. */
  readonly caret: number;
}

/** Puts the dots in while somebody types, and leaves the caret before the same digits. */
export function typeAmount(typed: string, caret: number): TypedAmount {
  const digitsAfter = typed.slice(caret).replaceAll(/\D/gu, '').length;
  const digits = typed
    .replaceAll(/\D/gu, '')
    .replace(/^0+(?=\d)/u, '')
    .slice(0, MAX_DIGITS);
  const text = groupDigits(digits, '.');
  let position = text.length;
  for (let left = Math.min(digitsAfter, digits.length); left > 0; left -= 1) {
    position -= 1;
    if (text[position] === '.') position -= 1;
  }
  // Before a dot rather than behind it, or Backspace would only ever meet the dot.
  return { text, caret: text[position - 1] === '.' ? position - 1 : position };
}

/** Whole rupiah, or null when there is nothing to send. */
export function readAmount(text: string): number | null {
  const amount = Number(text.replaceAll('.', ''));
  return text !== '' && Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}
