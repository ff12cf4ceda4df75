import { recordAudit } from '../audit/index.ts';
import { findFamily, lockAccounts } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Tx } from '../platform/db/index.ts';
import { newUserCode } from '../relying-parties/index.ts';
import { momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { findChild } from './find-child.ts';
import { writeInvitation } from './invitations.store.ts';
import { listParents } from './links.store.ts';

const ttlSeconds = 900;

/** A minor without a parent makes a code. */
export async function inviteParent(deps: FamilyDeps, child: Person, author: Author) {
  const account = await deps.book.ofIdentity(child.id);
  return deps.db.transaction(async (tx) => {
    await lockAccounts(tx, [account]);
    const state = await findFamily(tx, child.id, momentOf(deps));
    if (state?.isAdult !== false) throw refuse('not_a_minor');
    if (state.parents.length > 0) throw refuse('parents_invite');
    return invite(deps, tx, child, child, author);
  });
}

/** The only parent makes a code for the second one. */
export async function inviteSecondParent(deps: FamilyDeps, parent: Person, pid: string, author: Author) {
  const { child, account } = await findChild(deps, parent, pid);
  return deps.db.transaction(async (tx) => {
    await lockAccounts(tx, [account]);
    const parents = await listParents(tx, child.id);
    if (!parents.some(({ id }) => id === parent.id)) throw refuse('no_such_child');
    if (parents.length > 1) throw refuse('parents_complete');
    return invite(deps, tx, child, parent, author);
  });
}

async function invite(deps: FamilyDeps, tx: Tx, child: Person, by: Person, author: Author) {
  const now = deps.clock.now();
  const code = newUserCode(deps.ids);
  const expiresAt = new Date(now.getTime() + ttlSeconds * 1000);
  await writeInvitation(tx, { childId: child.id, invitedBy: by.id, codeHash: sha256(code), expiresAt });
  await recordAudit(tx, {
    at: now,
    identityId: child.id,
    ...author,
    action: 'family.invited',
    target: child.pid,
  });
  for (const { id } of by.id === child.id ? [child] : [child, by])
    await notifyOwner(tx, {
      identityId: id,
      type: 'family.invited',
      data: { child: child.pid, by: by.pid },
      now,
    });
  return { code, expiresAt: expiresAt.toISOString() };
}
