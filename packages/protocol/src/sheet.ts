// The recovery sheet: twelve words that determine a P-256 key for one account on one chain. The words never
// leave the page.
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

/** The account and chain of the words. Another account or chain gives another key. */
export interface SheetScope {
  readonly genesisHash: Bytes32;
  readonly accountId: Bytes32;
}

export interface SheetKey {
  readonly publicKey: PasskeyPoint;
  /** Returns r ‖ s with a low s, over the challenge as the whole message. */
  sign(challenge: Bytes32): Bytes;
}

/** Returns twelve words for 16 random bytes. */
export function sheetWords(entropy: Uint8Array): string {
  if (entropy.length !== SHEET_ENTROPY_BYTES) throw new RangeError('a sheet needs 16 bytes of entropy');
  return entropyToMnemonic(entropy, wordlist);
}

/** Normalizes words that a player typed; returns null unless they are twelve words with a valid checksum. */
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
  // 48 bytes make the bias of the remainder negligible.
  const scalar = (bigintFromBytes(hkdf(sha256, entropy, SALT, info, 48)) % (order - 1n)) + 1n;
  const secret = bigintToBytes(scalar, 32);
  return {
    publicKey: brandPasskeyPoint(p256.getPublicKey(secret, true)),
    sign: (challenge) => Uint8Array.from(p256.sign(challenge, secret, { lowS: true, prehash: true })),
  };
}
