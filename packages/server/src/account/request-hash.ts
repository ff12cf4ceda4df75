import { canonicalJson } from '@pid/protocol';
import { sha256 } from '../platform/hash.ts';

/** Hashes a request by its content. Idempotency keys use the same hash, so that both can be compared. */
export function hashOf(operation: string, body: unknown): Buffer {
  return sha256(canonicalJson([operation, body]));
}
