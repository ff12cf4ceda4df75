// The same functions as addresses-node.ts without WebAssembly, for pages that forbid it.
import { decodeBase58, encodeBase58 } from './base58.ts';
import type { Bytes } from './bytes.ts';
import { isOnCurve25519 } from './curve25519.ts';
import { sha256 } from '#sha256';

/** Fifteen seeds of 32 bytes, the bump, the program and the marker. */
const PREIMAGE_BYTES = 534;
const ADDRESS_BYTES = 32;
const TEXT_MIN = 32;
const TEXT_MAX = 44;

/**
 * Input of the next search: seeds, bump, program and marker. One buffer is enough, because nothing here is
 * asynchronous.
 */
export const preimage = new Uint8Array(PREIMAGE_BYTES);

/** Result of the last search; valid until the next call of any function here. */
export const foundAddress = new Uint8Array(ADDRESS_BYTES);

/**
 * Hashes the first `length` bytes of the preimage with the byte at `bumpAt` counting down from 255, until the
 * hash is off the curve. Returns the bump, or −1 if every hash is a point on the curve.
 */
export function searchAddress(length: number, bumpAt: number): number {
  const message = preimage.subarray(0, length);
  for (let bump = 255; bump >= 0; bump--) {
    message[bumpAt] = bump;
    const hash = sha256(message);
    if (isOnCurve25519(littleEndian(hash))) continue;
    foundAddress.set(hash);
    return bump;
  }
  return -1;
}

/** Decodes an address from base58; returns null for any other text. */
export function decodeAddress(text: string): Bytes | null {
  if (text.length < TEXT_MIN || text.length > TEXT_MAX) return null;
  const bytes = decodeBase58(text);
  return bytes?.length === ADDRESS_BYTES ? bytes : null;
}

export function encodeAddress(bytes: Uint8Array): string {
  return encodeBase58(bytes);
}

const words = new BigUint64Array(4);
const wordBytes = new Uint8Array(words.buffer);

function littleEndian(hash: Uint8Array): bigint {
  wordBytes.set(hash);
  const low = words[0]! | (words[1]! << 64n);
  const high = words[2]! | (words[3]! << 64n);
  return low | (high << 128n);
}
