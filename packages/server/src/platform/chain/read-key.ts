import { readFileSync } from 'node:fs';
import { decodeBase58 } from '@pid/protocol';
import { signerFromSeed, type Signer } from './signer.ts';

/**
 * Reads a key as `solana-keygen` writes it: the path of a file with 64 numbers, those numbers themselves, or
 * 64 bytes (or a 32-byte seed) in base58. Error messages never repeat the text, because it may be a secret.
 */
export function readSigner(text: string): Signer {
  const inline = keyBytes(text.trim());
  const bytes = inline ?? keyBytes(readKeyFile(text.trim()).trim());
  if (!bytes)
    throw new Error('must be a key file of solana-keygen, or the key itself as a JSON array or in base58');
  const signer = signerFromSeed(bytes.subarray(0, 32));
  if (bytes.length === 64 && !publicHalfMatches(bytes, signer))
    throw new Error('is not a key: its public half does not match its private half');
  return signer;
}

function keyBytes(text: string): Uint8Array | null {
  const bytes = text.startsWith('[')
    ? numberBytes(text)
    : /^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text)
      ? decodeBase58(text)
      : null;
  return bytes && (bytes.length === 64 || bytes.length === 32) ? bytes : null;
}

function numberBytes(text: string): Uint8Array | null {
  try {
    const numbers: unknown = JSON.parse(text);
    if (
      !Array.isArray(numbers) ||
      !numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 256)
    )
      return null;
    return Uint8Array.from(numbers as number[]);
  } catch {
    return null;
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('is neither a key nor a file that can be read');
  }
}

function publicHalfMatches(bytes: Uint8Array, signer: Signer): boolean {
  return Buffer.from(bytes.subarray(32)).equals(Buffer.from(decodeBase58(signer.address) ?? []));
}
