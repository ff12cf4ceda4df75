import type { Queryable } from '../platform/db/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { findPosting, type KnownKey, type Posting } from './postings.store.ts';

/** The posting of a used key. Refuses the key if it was used with another request. */
export async function getKeyedPosting(db: Queryable, known: KnownKey, key: IdempotencyKey): Promise<Posting> {
  if (!known.requestHash.equals(key.requestHash)) throw refuse('idempotency_key_reused');
  return (
    (await findPosting(db, known.subject)) ??
    impossible(`posting ${known.subject} of an idempotency key is missing`)
  );
}
