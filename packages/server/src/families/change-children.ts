import { recordAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { findFamily, lockAccounts, writeFamily, type FamilyRules } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { endLink } from './end-link.ts';
import { describeRules, momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { findChild } from './find-person.ts';
import { describeChild } from './get-family.ts';
import { listParents } from './links.store.ts';

export async function changeChildRules(
  deps: FamilyDeps,
  parent: Person,
  { pid, rules }: { readonly pid: string; readonly rules: FamilyRules },
  author: Author,
) {
  const { child, account } = await findChild(deps, parent, pid);
  return deps.db.transaction(async (tx) => {
    const moment = momentOf(deps);
    await lockAccounts(tx, [account]);
    const parents = await listParents(tx, child.id);
    const own = parents.find(({ id }) => id === parent.id);
    if (!own) throw refuse('no_such_child');
    const before = (await findFamily(tx, child.id, moment))!;
    await writeFamily(tx, account, before.parents, rules);
    const told = [child, ...parents];
    await noteRules(tx, { child, parent, told, before: before.rules, rules, now: moment.now }, author);
    return describeChild({ ...child, since: own.since }, (await findFamily(tx, child.id, moment))!);
  });
}

interface NewRules {
  readonly child: Person;
  readonly parent: Person;
  readonly told: readonly Pick<Person, 'id'>[];
  readonly before: FamilyRules | null;
  readonly rules: FamilyRules;
  readonly now: Date;
}

/** Records other rules, and tells the family. */
export async function noteRules(
  tx: Tx,
  { child, parent, told, before, rules, now }: NewRules,
  author: Author,
): Promise<void> {
  await recordAudit(tx, {
    at: now,
    identityId: child.id,
    ...author,
    action: 'family.rules_changed',
    target: child.pid,
    details: { rules: describeRules(rules), before: before && describeRules(before) },
  });
  for (const { id } of told)
    await notifyOwner(tx, {
      identityId: id,
      type: 'family.rules_changed',
      data: { child: child.pid, parent: parent.pid },
      now,
    });
}

/** A parent leaves. */
export async function removeChild(
  deps: FamilyDeps,
  parent: Person,
  pid: string,
  author: Author,
): Promise<void> {
  const { child, account } = await findChild(deps, parent, pid);
  await deps.db.transaction(async (tx) => {
    await lockAccounts(tx, [account]);
    if (!(await endLink(deps, tx, { child, parent, why: 'parent' }, author))) throw refuse('no_such_child');
  });
}

/** An administrator ends the link to an abusive or false parent. */
export async function endParent(
  deps: FamilyDeps,
  child: Person,
  { parent: pid, reason }: { readonly parent: string; readonly reason: string },
  author: Author,
): Promise<void> {
  const identity = await findIdentityByPid(deps.db, pid);
  if (!identity) throw refuse('no_such_parent');
  const account = await deps.book.ofIdentity(child.id);
  await deps.db.transaction(async (tx) => {
    await lockAccounts(tx, [account]);
    const link = { child, parent: { id: identity.id, pid }, why: 'administrator', reason } as const;
    if (!(await endLink(deps, tx, link, author))) throw refuse('no_such_parent');
  });
}
