import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { describeForAdmin, describeTopUp, type DescribeDeps } from './describe-top-up.ts';
import { findTopUp, isSetAside, type TopUp } from './topups.store.ts';

/** Returns a top-up of the caller. Refuses that of another player as not found. */
export async function getTopUp(
  deps: DescribeDeps & { readonly db: Queryable },
  id: string,
  ownerIdentityId: string,
) {
  const topUp = await requireTopUp(deps.db, id);
  if (topUp.identityId !== ownerIdentityId) throw refuse('topup_not_found');
  const setAside = topUp.status === 'paid' && (await isSetAside(deps.db, topUp.id));
  return { ...describeTopUp(deps, topUp), ...(setAside ? { setAside } : {}) };
}

export async function getTopUpAsAdmin(
  deps: Pick<DescribeDeps, 'clock'> & { readonly db: Queryable },
  id: string,
) {
  return describeForAdmin(deps, await requireTopUp(deps.db, id));
}

/** Returns a top-up of any player. */
export async function requireTopUp(db: Queryable, id: string): Promise<TopUp> {
  const topUp = await findTopUp(db, id);
  if (!topUp) throw refuse('topup_not_found');
  return topUp;
}
