import { ed25519 } from '@noble/curves/ed25519.js';

/** A key that signs notes. */
export interface NoteSigner {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function signerFrom(seed: Uint8Array): NoteSigner {
  return { publicKey: ed25519.getPublicKey(seed), sign: (message) => ed25519.sign(message, seed) };
}

/** The same code everywhere, because not all browsers verify Ed25519 themselves. */
export function isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}
