// Browsers offer sha256 only asynchronously (WebCrypto), while challenges and addresses are computed in synchronous code.
import { sha256 as noble } from '@noble/hashes/sha2.js';

/** sha256 of the concatenation of `parts`. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = noble.create();
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
