// The recovery sheet: twelve words, from which a P-256 key follows for one account on one chain. They never leave the page.
import { p256 } from '@noble/curves/nist.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { entropyToMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { brandPasskeyPoint } from './brands.ts';
import type { Bytes32, PasskeyPoint } from './brands.ts';
import { bigintFromBytes, bigintToBytes, concatBytes, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';

export const SHEET_WORDS = 12;
export const SHEET_ENTROPY_BYTES = 16;
const SALT = utf8('PID:SHEET\0');

/** For which account the words are: another account or chain gives another key. */
export interface SheetScope {
  readonly genesisHash: Bytes32;
  readonly accountId: Bytes32;
}

export interface SheetKey {
  readonly publicKey: PasskeyPoint;
  /** r ‖ s with a low s over the challenge as the whole message. */
  sign(challenge: Bytes32): Bytes;
}

/** Twelve words for 16 random bytes. */
export function sheetWords(entropy: Uint8Array): string {
  if (entropy.length !== SHEET_ENTROPY_BYTES) throw new RangeError('a sheet is made of 16 bytes');
  return entropyToMnemonic(entropy, wordlist);
}

/** The words as they are kept, out of what somebody typed; null when they are not twelve words that belong together. */
export function readSheetWords(text: string): string | null {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const joined = words.join(' ');
  return words.length === SHEET_WORDS && validateMnemonic(joined, wordlist) ? joined : null;
}

export function sheetKey(words: string, scope: SheetScope): SheetKey {
  const entropy = mnemonicToEntropy(words, wordlist);
  const info = concatBytes(scope.genesisHash, scope.accountId);
  const order = p256.Point.CURVE().n;
  // 48 bytes, so that the remainder favours no key.
  const scalar = (bigintFromBytes(hkdf(sha256, entropy, SALT, info, 48)) % (order - 1n)) + 1n;
  const secret = bigintToBytes(scalar, 32);
  return {
    publicKey: brandPasskeyPoint(p256.getPublicKey(secret, true)),
    sign: (challenge) => Uint8Array.from(p256.sign(challenge, secret, { lowS: true, prehash: true })),
  };
}
