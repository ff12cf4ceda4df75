import { createHash, hash as hashOnce } from 'node:crypto';

const DIGEST_BYTES = 32;
/**
 * Payloads and seeds are small. Joined in this buffer, they need neither a hash object nor memory outside the
 * heap.
 */
const scratch = new Uint8Array(1024);

/** sha256 of the concatenation of `parts`. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only) return digest(only);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= scratch.length) return digest(joined(parts, length));
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  let offset = 0;
  for (const part of parts) {
    scratch.set(part, offset);
    offset += part.length;
  }
  return scratch.subarray(0, length);
}

/** Takes the digest as text, which stays on the heap. A digest as a buffer costs twice as much. */
function digest(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = hashOnce('sha256', bytes, 'binary');
  const result = new Uint8Array(DIGEST_BYTES);
  for (let index = 0; index < DIGEST_BYTES; index++) result[index] = text.charCodeAt(index);
  return result;
}
