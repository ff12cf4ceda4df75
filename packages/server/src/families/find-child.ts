import { findIdentityByPid } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { FamilyDeps, Person } from './family-deps.ts';
import { isParentOf } from './links.store.ts';

/** The child and its account. To others than its parents, a child does not exist. Check the link again under the lock. */
export async function findChild(
  deps: Pick<FamilyDeps, 'db' | 'book'>,
  parent: Pick<Person, 'id'>,
  pid: string,
): Promise<{ child: Person; account: bigint }> {
  const identity = await findIdentityByPid(deps.db, pid);
  if (!identity || !(await isParentOf(deps.db, parent.id, identity.id))) throw refuse('no_such_child');
  return { child: { id: identity.id, pid }, account: await deps.book.ofIdentity(identity.id) };
}
