import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findPolicy } from './policies.store.ts';
import type { RecoveryState } from './read-recovery.ts';

/**
 * Refuses a reading that is older than a policy that the service has seen. An endpoint that hides the
 * guardians could otherwise turn a recovery that needs their votes into one that needs only seven days.
 */
export async function assertNotBehind(db: Queryable, identityId: string, seen: RecoveryState): Promise<void> {
  const known = await findPolicy(db, identityId);
  if (known && seen.nonce < known.nonce) throw refuse('chain_unavailable');
}
