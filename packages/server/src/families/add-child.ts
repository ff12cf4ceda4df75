import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '../audit/index.ts';
import { findIdentity, lockIdentity } from '../identity/index.ts';
import { findFamily, findTier, lockAccounts, writeFamily, type FamilyRules } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { readUserCode } from '../relying-parties/index.ts';
import { bandOf } from './age.ts';
import { findBirthMonth } from './birth-months.store.ts';
import { noteRules } from './change-children.ts';
import { describeRules, momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { describeChild } from './get-family.ts';
import { findInvitation, useInvitation, type FamilyInvitation } from './invitations.store.ts';
import { insertLink, listChildren, listParents } from './links.store.ts';

const parentsMax = 2;
const childrenMax = 10;

/** What a code is for: a parent sees the child, and the rules that new ones would replace, before joining. */
export async function lookUpFamilyCode(deps: FamilyDeps, caller: UserCaller, code: string, author: Author) {
  const { invitation } = await readCode(deps, caller, code, author);
  const identity = await findIdentity(deps.db, invitation.childId);
  const state = await findFamily(deps.db, invitation.childId, momentOf(deps));
  // Since the code was made, the child was deleted or became an adult.
  if (!identity || state?.isAdult !== false) throw refuse('no_such_family_code');
  return {
    pid: `${identity.handle}@pid`,
    ageBand: bandOf(state.age),
    parents: (await listParents(deps.db, invitation.childId)).map(({ pid }) => pid),
    rules: state.rules && describeRules(state.rules),
  };
}

/** Makes the caller a parent of the child who, or whose other parent, made the code. */
export async function addChild(
  deps: FamilyDeps,
  caller: UserCaller,
  { code, rules }: { readonly code: string; readonly rules: FamilyRules },
  author: Author,
) {
  const parent = { id: caller.identityId, pid: caller.pid };
  const parentAccount = await deps.book.ofIdentity(parent.id);
  const { codeHash, invitation } = await readCode(deps, caller, code, author);
  const childAccount = await deps.book.ofIdentity(invitation.childId);
  return deps.db.transaction(async (tx) => {
    const moment = momentOf(deps);
    const { now } = moment;
    // Identities before accounts, as the deletion of one does; in the order of their ids.
    const people = new Map<string, Person>();
    for (const id of [parent.id, invitation.childId].toSorted()) {
      const identity = await lockIdentity(tx, id);
      if (identity && identity.status !== 'deleted') people.set(id, { id, pid: `${identity.handle}@pid` });
    }
    const child = people.get(invitation.childId);
    if (!child || !people.has(parent.id)) throw refuse('no_such_family_code');
    await lockAccounts(tx, [parentAccount, childAccount]);
    await assertReady(deps, tx, parent, parentAccount);
    // mutant (families/links): if (!(await useInvitation(tx, codeHash, now))) => if (false)
    if (!(await useInvitation(tx, codeHash, now))) throw refuse('no_such_family_code');
    const state = await findFamily(tx, child.id, moment);
    if (state?.isAdult !== false) throw refuse('not_a_minor');
    const parents = await listParents(tx, child.id);
    if (parents.some(({ id }) => id === parent.id)) throw refuse('parent_already');
    if (parents.length >= parentsMax) throw refuse('parents_complete');
    await insertLink(tx, { childId: child.id, parentId: parent.id, now });
    await writeFamily(tx, childAccount, [...state.parents, parentAccount], rules);
    await recordAudit(tx, {
      at: now,
      identityId: child.id,
      ...author,
      action: 'family.linked',
      target: parent.pid,
      details: { method: parents.length === 0 ? 'code of the child' : 'code of the other parent' },
    });
    for (const { id } of [child, parent, ...parents])
      await notifyOwner(tx, {
        identityId: id,
        type: 'family.linked',
        data: { child: child.pid, parent: parent.pid },
        now,
      });
    // The rules of a second parent replace those of the first, who is told of that too.
    if (state.rules && !isDeepStrictEqual(state.rules, rules)) {
      const told = [child, parent, ...parents];
      await noteRules(tx, { child, parent, told, before: state.rules, rules, now }, author);
    }
    return describeChild({ ...child, since: now }, (await findFamily(tx, child.id, moment))!);
  });
}

/** The conditions of the contract for becoming a parent. They are not judged again later. */
async function assertReady(deps: FamilyDeps, tx: Tx, parent: Person, account: bigint): Promise<void> {
  const moment = momentOf(deps);
  const state = await findFamily(tx, parent.id, moment);
  if (state?.isAdult !== true) throw refuse('parent_not_ready', { reason: 'age' });
  const set = await findBirthMonth(tx, parent.id);
  const isSetLongAgo =
    set !== null && set.setAt.getTime() + deps.parentAfterSeconds * 1000 <= moment.now.getTime();
  if (!isSetLongAgo) throw refuse('parent_not_ready', { reason: 'wait' });
  if (!(await deps.hasCountingPasskey(tx, parent.id, moment.now)))
    throw refuse('parent_not_ready', { reason: 'passkey' });
  const tier = await findTier(tx, account, moment.now);
  if (tier !== null && tier.tier !== 'registered') throw refuse('parent_not_ready', { reason: 'tier' });
  if ((await listChildren(tx, parent.id)).length >= childrenMax) throw refuse('children_complete');
}

/** Finds a code. Counts a wrong guess in a transaction of its own, so that a refusal does not undo it. */
async function readCode(
  deps: FamilyDeps,
  caller: UserCaller,
  text: string,
  { origin }: Author,
): Promise<{ codeHash: Buffer; invitation: FamilyInvitation }> {
  const parent = { id: caller.identityId, pid: caller.pid };
  const account = await deps.book.ofIdentity(parent.id);
  // Before the code, so that only those who may use codes can try some.
  await deps.db.transaction((tx) => assertReady(deps, tx, parent, account));
  const code = readUserCode(text);
  // Text that cannot be a code does not count as a guess.
  if (code === null) throw refuse('no_such_family_code');
  const codeHash = sha256(code);
  const now = deps.clock.now();
  const invitation = await deps.db.transaction((tx) =>
    deps.lookUpCounted(tx, { caller, address: origin?.address ?? null, now }, () =>
      findInvitation(tx, codeHash, now),
    ),
  );
  if (!invitation) throw refuse('no_such_family_code');
  return { codeHash, invitation };
}
