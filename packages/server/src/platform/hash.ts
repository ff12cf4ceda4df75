import { createHash, timingSafeEqual } from 'node:crypto';

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Compares secrets by their digests, so that neither length nor content shows in the time taken. */
export function secretsEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
