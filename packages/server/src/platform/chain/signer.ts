import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { addressFromBytes, type Address } from '@pid/protocol';

/**
 * Signs for an address. The key may be in memory, in a KMS or in a separate process, so callers never see it.
 */
export interface Signer {
  readonly address: Address;
  /** Returns the 64-byte Ed25519 signature over the message of a transaction. */
  sign(messageBytes: Uint8Array): Promise<Uint8Array>;
}

// RFC 8410 section 7: a PKCS #8 private key is this prefix and the 32 bytes of the seed.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiHeadBytes = 12;

export function signerFromSeed(seed: Uint8Array): Signer {
  if (seed.length !== 32) throw new RangeError('an Ed25519 seed is 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  return {
    address: addressOf(key),
    sign: async (messageBytes) => new Uint8Array(sign(null, messageBytes, key)),
  };
}

function addressOf(key: KeyObject): Address {
  return addressFromBytes(
    createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spkiHeadBytes),
  );
}
