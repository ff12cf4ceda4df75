import type { Queryable } from '../../platform/db/index.ts';
import { dropExpiredPasskeys } from './approvals.store.ts';
import { sweepAwaited } from './awaited-passkeys.store.ts';
import { deleteExpiredChallenges } from './challenges.store.ts';

/** Removes challenges that nobody spent and passkeys that nobody approved in time. Decided approvals stay: they are evidence. */
export async function sweepPasskeys(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredChallenges(db, now);
  await dropExpiredPasskeys(db, null, now);
  await sweepAwaited(db, now);
}
