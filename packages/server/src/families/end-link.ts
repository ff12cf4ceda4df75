import { recordAudit } from '../audit/index.ts';
import { findFamily, writeFamily } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { deleteInvitations } from './invitations.store.ts';
import { deleteLink, listParents } from './links.store.ts';
import { deleteDecisionsOf, deleteOpenRequestsOf } from './requests.store.ts';

type EndDeps = Pick<FamilyDeps, 'book' | 'clock' | 'timeZone'>;

export interface EndedLink {
  readonly child: Person;
  readonly parent: Person;
  /** `age`: the child became an adult, or the parent turned out to be a minor. */
  readonly why: 'parent' | 'administrator' | 'age' | 'deleted';
  readonly reason?: string;
}

/**
 * Ends a link with everything that depends on it. The caller has locked the child's account. Returns false if
 * there is no such link.
 */
export async function endLink(
  deps: EndDeps,
  tx: Tx,
  { child, parent, why, reason }: EndedLink,
  author: Author,
): Promise<boolean> {
  if (!(await deleteLink(tx, child.id, parent.id))) return false;
  const moment = momentOf(deps);
  const state = (await findFamily(tx, child.id, moment))!;
  const parentAccount = await deps.book.ofIdentity(parent.id, tx);
  const left = state.parents.filter((account) => account !== parentAccount);
  await writeFamily(tx, state.accountId, left, state.rules);
  // mutant (families/links): await deleteDecisionsOf(tx, child.id, parent.id); => nothing
  await deleteDecisionsOf(tx, child.id, parent.id);
  // A code that this parent made does not outlive the link.
  await deleteInvitations(tx, child.id);
  if (left.length === 0) await deleteOpenRequestsOf(tx, child.id);
  const { now } = moment;
  await recordAudit(tx, {
    at: now,
    identityId: child.id,
    ...author,
    action: 'family.ended',
    target: parent.pid,
    details: { why, ...(reason === undefined ? {} : { reason }) },
  });
  for (const { id } of [child, parent, ...(await listParents(tx, child.id))])
    await notifyOwner(tx, {
      identityId: id,
      type: 'family.ended',
      data: { child: child.pid, parent: parent.pid, why },
      now,
    });
  return true;
}

/** Ends all links of somebody who is no longer a child. The caller has locked the account. */
export async function endChildhood(deps: EndDeps, tx: Tx, child: Person, author: Author): Promise<void> {
  for (const parent of await listParents(tx, child.id))
    await endLink(deps, tx, { child, parent, why: 'age' }, author);
  await deleteInvitations(tx, child.id);
  await deleteOpenRequestsOf(tx, child.id);
}
