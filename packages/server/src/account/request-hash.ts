import { canonicalJson } from '@pid/protocol';
import { sha256 } from '../platform/hash.ts';

/** Names a request by what it asks for; the same as an idempotency key's, so that the two are comparable. */
export function hashOf(operation: string, body: unknown): Buffer {
  return sha256(canonicalJson([operation, body]));
}
