import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findTopUp, type TopUp } from './topups.store.ts';

/** Of anybody, or only of one owner: somebody else's does not exist. */
export async function readTopUp(db: Queryable, id: string, ownerIdentityId?: string): Promise<TopUp> {
  const topUp = await findTopUp(db, id);
  if (!topUp || (ownerIdentityId !== undefined && topUp.identityId !== ownerIdentityId))
    throw refuse('topup_not_found');
  return topUp;
}

/** What has outlived its page is expired, even before the reconciliation has written that down. */
export function currentStatus(topUp: TopUp, now: Date): TopUp['status'] {
  return topUp.status === 'pending' && now >= topUp.expiresAt ? 'expired' : topUp.status;
}
