import { base58 } from '@scure/base';
import type { Bytes } from './bytes.ts';

export const encodeBase58: (bytes: Uint8Array) => string = base58.encode;

/** Decodes base58; returns null if `text` has a character outside the alphabet. */
export function decodeBase58(text: string): Bytes | null {
  try {
    return new Uint8Array(base58.decode(text));
  } catch {
    return null;
  }
}
