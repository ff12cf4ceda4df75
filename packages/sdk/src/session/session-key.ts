import { addressFromBytes } from '@pid/protocol';
import { PidError } from '../pid-error.ts';

/** Key that signs the moves of a game. */
export interface SessionKey {
  /** The public key in base58. */
  readonly address: string;
  /** Returns the 64-byte Ed25519 signature. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/**
 * Creates a key pair whose private key is not extractable, so it cannot leave this browser. Throws `unsupported` in browsers without
 * Ed25519 (before Chrome 137, Firefox 129 and Safari 17).
 */
export async function createKeyPair(): Promise<CryptoKeyPair> {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new TypeError('WebCrypto returned no key pair');
    return pair;
  } catch (error) {
    throw new PidError(
      'unsupported',
      'This browser does not support Ed25519 in WebCrypto. Chrome 137, Firefox 129, Safari 17 or later is required',
      { cause: error },
    );
  }
}

export async function sessionKeyOf(pair: CryptoKeyPair): Promise<SessionKey> {
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {
    address: addressFromBytes(bytes),
    sign: async (message) =>
      new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, new Uint8Array(message))),
  };
}
