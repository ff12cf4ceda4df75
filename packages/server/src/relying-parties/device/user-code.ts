import type { Ids } from '../../platform/ids.ts';

/** These letters form no words and are not confused with each other or with digits (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const lengthLetters = 8;

/** Creates eight letters, all equally likely: bytes that would favour the first letters are discarded. */
export function newUserCode(ids: Ids): string {
  let code = '';
  while (code.length < lengthLetters)
    for (const byte of ids.bytes(16)) {
      if (byte < 240 && code.length < lengthLetters) code += letters[byte % letters.length];
    }
  return code;
}

/** Formats a code as XXXX-XXXX. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Normalizes a typed code to upper case without separators. Returns null if the text cannot be a code. */
export function readUserCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s\-–—_.]/g, '');
  return code.length === lengthLetters && Array.from(code).every((letter) => letters.includes(letter))
    ? code
    : null;
}
