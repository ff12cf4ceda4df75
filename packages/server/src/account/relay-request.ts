import { canonicalJson } from '@pid/protocol';
import { sha256 } from '../platform/hash.ts';
import type { RelayRequest } from '../relay/index.ts';
import type { AccountRequest } from './account-deps.ts';

/** Identifies a request by its content. Idempotency keys use the same hash, so that both can be compared. */
export function relayRequest(
  { caller, idempotencyKey }: AccountRequest,
  kind: RelayRequest['kind'],
  body: object,
): RelayRequest {
  const requestHash = sha256(canonicalJson([kind, body]));
  return { identityId: caller.identityId, kind, requestHash, idempotencyKey };
}
