import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * Keccak-256 as Ethereum uses it: with the padding of the original submission, which neither node:crypto nor
 * WebCrypto offers.
 */
export function keccak256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keccak_256(message));
}
