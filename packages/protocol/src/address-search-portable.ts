// Pages that forbid WebAssembly search in TypeScript; servers use the module of the same arithmetic instead.
import { isOnCurve25519 } from './curve25519.ts';
import { sha256 } from '#sha256';

/** Fifteen seeds of 32 bytes, the bump, the program and the marker. */
const PREIMAGE_BYTES = 534;

/** Seeds, bump, program and marker of the next search; used up before another begins, for nothing here waits. */
export const preimage = new Uint8Array(PREIMAGE_BYTES);

/** What the last search found. */
export const foundAddress = new Uint8Array(32);

/**
 * Hashes the first `length` bytes of the preimage with the byte at `bumpAt` counting down from 255, until the hash is off
 * the curve. Answers the bump, or −1 when every hash is a point.
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

const words = new BigUint64Array(4);
const wordBytes = new Uint8Array(words.buffer);

function littleEndian(hash: Uint8Array): bigint {
  wordBytes.set(hash);
  const low = words[0]! | (words[1]! << 64n);
  const high = words[2]! | (words[3]! << 64n);
  return low | (high << 128n);
}
