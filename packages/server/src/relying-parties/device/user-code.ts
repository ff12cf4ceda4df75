import type { Ids } from '../../platform/ids.ts';

/** Letters that make no words and are not mistaken for one another or for digits (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const lengthLetters = 8;

/** Eight letters, each as likely as any other: bytes that would favour the first ones are thrown away. */
export function newUserCode(ids: Ids): string {
  let code = '';
  while (code.length < lengthLetters)
    for (const byte of ids.bytes(16)) {
      if (byte < 240 && code.length < lengthLetters) code += letters[byte % letters.length];
    }
  return code;
}

/** As it is shown: XXXX-XXXX. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** What a person typed, in capitals and without what only parts it; null when it can be no code. */
export function readUserCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s\-–—_.]/g, '');
  return code.length === lengthLetters && Array.from(code).every((letter) => letters.includes(letter))
    ? code
    : null;
}
