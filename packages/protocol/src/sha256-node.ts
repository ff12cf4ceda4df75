import { createHash, hash as hashOnce } from 'node:crypto';

/** sha256 of the concatenation of `parts`. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only) return new Uint8Array(hashOnce('sha256', only, 'buffer'));
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
