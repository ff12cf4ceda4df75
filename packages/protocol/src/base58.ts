import type { Bytes } from './bytes.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i;

// 58^5 is below 2^30, so that a limb times 2^16 stays an exact double.
const LIMB = 58 ** 5;
const LIMB_DIGITS = 5;
const SCALES = [1, 58, 58 ** 2, 58 ** 3, 58 ** 4, LIMB];
const ONE = '1'.charCodeAt(0);

export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  const limbs = toLimbs(bytes, zeros);
  let text = '';
  for (let index = limbs.length - 1; index >= 0; index--) text += limbDigits(limbs[index] ?? 0);
  let lead = 0;
  while (text.charCodeAt(lead) === ONE) lead++;
  return zeros === 0 ? text.slice(lead) : '1'.repeat(zeros) + text.slice(lead);
}

function limbDigits(limb: number): string {
  const [second, third] = [(limb / 58) | 0, (limb / 3_364) | 0];
  const [fourth, fifth] = [(limb / 195_112) | 0, (limb / 11_316_496) | 0];
  return String.fromCharCode(
    ALPHABET.charCodeAt(fifth),
    ALPHABET.charCodeAt(fourth - fifth * 58),
    ALPHABET.charCodeAt(third - fourth * 58),
    ALPHABET.charCodeAt(second - third * 58),
    ALPHABET.charCodeAt(limb - second * 58),
  );
}

/** Little-endian limbs of five base58 digits, taken in two bytes a step; an odd length begins with a single one. */
function toLimbs(bytes: Uint8Array, start: number): number[] {
  const limbs: number[] = [];
  let index = start;
  if ((bytes.length - start) % 2 === 1) limbs.push(bytes[index++] ?? 0);
  for (; index < bytes.length; index += 2) {
    let carry = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    for (let k = 0; k < limbs.length; k++) {
      const value = (limbs[k] ?? 0) * 65536 + carry;
      carry = Math.floor(value / LIMB);
      limbs[k] = value - carry * LIMB;
    }
    if (carry > 0) limbs.push(carry);
  }
  return limbs;
}

// Little-endian 16-bit words of the number being read: a word times 58^5 plus a carry stays exact.
const SCRATCH_WORDS = 32;
const scratch = new Float64Array(SCRATCH_WORDS);

/** Decodes base58, or returns null when `text` has a foreign character. */
export function decodeBase58(text: string): Bytes | null {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === ONE) ones++;
  // Three digits of base58 are more than two bytes, so that this many words are enough.
  const words = text.length <= SCRATCH_WORDS * 2 ? scratch : new Float64Array(text.length);
  let count = 0;
  for (let index = ones; index < text.length;) {
    const end = Math.min(index + LIMB_DIGITS, text.length);
    const scale = SCALES[end - index]!;
    let carry = 0;
    for (; index < end; index++) {
      const code = text.charCodeAt(index);
      const digit = code < 128 ? DIGITS[code]! : -1;
      if (digit < 0) return null;
      carry = carry * 58 + digit;
    }
    for (let k = 0; k < count; k++) {
      const value = words[k]! * scale + carry;
      carry = Math.floor(value / 65536);
      words[k] = value - carry * 65536;
    }
    for (; carry > 0; carry = Math.floor(carry / 65536)) words[count++] = carry % 65536;
  }
  return wordsToBytes(words, count, ones);
}

function wordsToBytes(words: Float64Array, count: number, zeros: number): Bytes {
  const length = count === 0 ? 0 : count * 2 - (words[count - 1]! < 256 ? 1 : 0);
  const bytes = new Uint8Array(zeros + length);
  let at = bytes.length;
  for (let k = 0; k < count; k++) {
    const word = words[k]!;
    bytes[--at] = word;
    // The highest byte may be a zero that has no place.
    if (at > zeros) bytes[--at] = word >>> 8;
  }
  return bytes;
}
