import type { Bytes } from './bytes.ts';

const BASE64URL_PATTERN = /^[A-Za-z0-9_-]*$/;
const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(bytes.length - i, 3) + 1;
    for (let k = 0; k < digits; k++) text += BASE64URL_ALPHABET[(group >> (18 - 6 * k)) & 63];
  }
  return text;
}

/** Decodes unpadded base64url strictly: it refuses a second spelling of the same bytes. */
export function fromBase64Url(text: string): Bytes {
  if (!BASE64URL_PATTERN.test(text) || text.length % 4 === 1) {
    throw new RangeError('base64url must be unpadded and of a valid length');
  }
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let offset = 0;
  for (const character of text) {
    buffer = ((buffer << 6) | BASE64URL_ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset++] = (buffer >> bits) & 0xff;
    }
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw new RangeError('base64url has stray bits at its end');
  return bytes;
}
