import { ed25519 } from '@noble/curves/ed25519.js';
import type { VerifySignature } from './checkpoint.ts';

/** For browsers, of which not all verify Ed25519 themselves. */
export const verifyPortably: VerifySignature = (signature, message, publicKey) => {
  try {
    return ed25519.verify(signature, message, publicKey);
  } catch {
    return false;
  }
};
