import { addressFromBytes } from '@pid/protocol';
import { PidError } from '../pid-error.ts';

/** Whoever signs a game's moves. */
export interface SessionKey {
  /** The public key in base58. */
  readonly address: string;
  /** The 64 bytes of an Ed25519 signature. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/**
 * A new key whose private half no script can read, not even this one: it can be used on this device and nowhere else.
 * Chrome 137, Firefox 129 and Safari 17 have Ed25519; elsewhere this throws `unsupported`.
 */
export async function createKeyPair(): Promise<CryptoKeyPair> {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new TypeError('no key pair');
    return pair;
  } catch (error) {
    throw new PidError('unsupported', 'This browser has no Ed25519 in WebCrypto', { cause: error });
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
