import type { Queryable } from '../../platform/db/index.ts';
import { dropExpiredPasskeys } from './approvals.store.ts';
import { sweepAwaited } from './awaited-passkeys.store.ts';
import { deleteExpiredChallenges } from './challenges.store.ts';

/**
 * Deletes unused challenges and passkeys that were not approved in time. Decided approvals are kept as
 * evidence.
 */
export async function sweepPasskeys(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredChallenges(db, now);
  await dropExpiredPasskeys(db, null, now);
  await sweepAwaited(db, now);
}
