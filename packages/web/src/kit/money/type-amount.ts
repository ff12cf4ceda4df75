import { languages } from '@pid/contract/languages';
import { groupDigits } from '../format/rupiah.ts';
import { locale } from '../i18n/locale.ts';

/** The ledger's limit per posting, ten to the fifteenth, has sixteen digits. One digit less is enough. */
const MAX_DIGITS = 15;

export interface TypedAmount {
  /**
   * `1.000.000`, in English `1,000,000`, while digits are typed. Other input stays unchanged until it can be
   * read.
   */
  readonly text: string;
  /** The new position of the caret. */
  readonly caret: number;
}

/** Returns how many characters one input inserted. */
function countNew(before: string, typed: string): number {
  const least = Math.min(before.length, typed.length);
  let start = 0;
  while (start < least && before[start] === typed[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.length - start - end;
}

/**
 * Returns the field after an input. Several characters in one input are always read as a whole, never digit by
 * digit: a keyboard's clipboard and dictation report typing, and `25.00` must not become 2.500.
 */
export function takeInput(before: string, typed: string, caret: number): TypedAmount {
  if (countNew(before, typed) < 2) return typeAmount(typed, caret);
  const text = writeAmount(typed);
  return { text, caret: text.length };
}

/** Inserts the separators while digits are typed, and keeps the caret before the same digits. */
function typeAmount(typed: string, caret: number): TypedAmount {
  if (!/^[\d\s]*$/u.test(typed.replaceAll(languages[locale.value].thousands, '')))
    return { text: typed, caret };
  const digitsAfter = typed.slice(caret).replaceAll(/\D/gu, '').length;
  const digits = typed
    .replaceAll(/\D/gu, '')
    .replace(/^0+(?=\d)/u, '')
    .slice(0, MAX_DIGITS);
  const text = groupDigits(digits);
  let position = text.length;
  for (let left = Math.min(digitsAfter, digits.length); left > 0; left -= 1) {
    position -= 1;
    if (isSeparator(text[position])) position -= 1;
  }
  // Put the caret before a separator instead of after it: otherwise Backspace would only ever delete the
  // separator.
  return { text, caret: isSeparator(text[position - 1]) ? position - 1 : position };
}

const isSeparator = (sign: string | undefined) => sign === '.' || sign === ',';

/**
 * Formats pasted input with separators if it can be read. Otherwise leaves it unchanged for the player to
 * check.
 */
export function writeAmount(given: string): string {
  const amount = readAmount(given);
  return amount === null ? given : groupDigits(String(amount));
}

const UNITS: Readonly<Record<string, bigint>> = {
  rb: 1_000n,
  ribu: 1_000n,
  k: 1_000n,
  jt: 1_000_000n,
  juta: 1_000_000n,
  miliar: 1_000_000_000n,
};

/** Sen are no longer in use, so decimals must be zeros. */
const WHOLE = [
  /^\d+$/u,
  /^\d{1,3}(?:\.\d{3})+(?:,0{1,2})?$/u,
  /^\d{1,3}(?:,\d{3})+(?:\.0{1,2})?$/u,
  /^\d+[.,]0{1,2}$/u,
];

function readWhole(text: string): bigint | null {
  if (!WHOLE.some((pattern) => pattern.test(text))) return null;
  return BigInt(text.replace(/[.,]0{1,2}$/u, '').replaceAll(/[.,]/gu, ''));
}

/** For example `1,5 jt`. Three digits after a dot could also be thousands, so they are refused. */
function readShort(text: string, unit: bigint): bigint | null {
  const [, whole = '', decimals = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/u.exec(text) ?? [];
  if (whole === '') return null;
  const scaled = BigInt(`${whole}${decimals}`) * unit;
  return scaled % 10n ** BigInt(decimals.length) === 0n ? scaled / 10n ** BigInt(decimals.length) : null;
}

/**
 * Reads whole rupiah as people write them: `25.000`, `25,000`, `Rp25.000,00`, `Rp 25.000,-`, `25rb`, `1,5jt`.
 * Returns null for anything else and for zero.
 */
export function readAmount(text: string): number | null {
  // Chat apps put invisible direction marks around numbers.
  const plain = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
  const [, number = '', unit = ''] = /^(?:(?:rp|idr)\.?\s*)?([\d.,]+?)(?:,-)?\s*([a-z]*)$/u.exec(plain) ?? [];
  const known = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  const rupiah = unit === '' ? readWhole(number) : known === undefined ? null : readShort(number, known);
  return rupiah !== null && rupiah > 0n && rupiah < 10n ** BigInt(MAX_DIGITS) ? Number(rupiah) : null;
}
