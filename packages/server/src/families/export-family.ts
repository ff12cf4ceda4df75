import type { Queryable } from '../platform/db/index.ts';
import { findBirthMonth } from './birth-months.store.ts';
import type { FamilyDeps } from './family-deps.ts';
import { describeRequest, getFamily } from './get-family.ts';
import { listChildren } from './links.store.ts';
import { listRequestsOf } from './requests.store.ts';

/** Everything that the family of a player contains, without what belongs to the others. */
export async function exportFamily(deps: FamilyDeps, db: Queryable, identityId: string) {
  const { birthMonth, ageBand, parents, rules, spentThisMonth } = await getFamily(deps, db, identityId);
  const children = await listChildren(db, identityId);
  const stored = await findBirthMonth(db, identityId);
  return {
    birthMonth,
    birthMonthSetAt: stored?.setAt.toISOString() ?? null,
    ageBand,
    parents,
    rules,
    spentThisMonth,
    children: children.map(({ pid, since }) => ({ pid, since: since.toISOString() })),
    requests: (await listRequestsOf(db, identityId)).map((request) => ({
      ...describeRequest(request),
      decision: request.decision,
      decidedBy: request.decidedBy,
      decidedAt: request.decidedAt?.toISOString() ?? null,
    })),
  };
}
