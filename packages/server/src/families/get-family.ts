import { readFamilies, findFamily, type FamilyState } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { bandOf, bandOfState } from './age.ts';
import { readBirthMonth } from './birth-month.ts';
import { findPlayer } from './find-person.ts';
import { describeRules, momentOf, type FamilyDeps } from './family-deps.ts';
import { listChildren, listParents, type Relative } from './links.store.ts';
import { listOpenRequests, type FamilyRequest } from './requests.store.ts';

type ReadDeps = Pick<FamilyDeps, 'sealer' | 'clock' | 'timeZone' | 'gate' | 'book'>;

/** The age, the parents and the children of a player. */
export async function getFamily(deps: ReadDeps, db: Queryable, identityId: string) {
  const moment = momentOf(deps);
  const state = await findFamily(db, identityId, moment);
  const birthMonth = await readBirthMonth(deps, db, identityId);
  const parents = state && state.parents.length > 0 ? await listParents(db, identityId) : [];
  const children = await listChildren(db, identityId);
  const accounts = new Map<string, bigint>();
  for (const { id } of children) accounts.set(id, await deps.book.ofIdentity(id));
  const states = await readFamilies(db, [...accounts.values()], moment);
  const asked = [...children.map(({ id }) => id), ...(parents.length > 0 ? [identityId] : [])];
  return {
    birthMonth,
    ageBand: bandOfState(state),
    asksBirthMonth: deps.gate !== 'off' && bandOfState(state) === null,
    parents: parents.map(({ pid, since }) => ({ pid, since: since.toISOString() })),
    rules: state?.rules ? describeRules(state.rules) : null,
    spentThisMonth: state?.rules ? Number(state.spentThisMonth) : null,
    children: children.flatMap((child) => {
      const found = states.get(accounts.get(child.id)!);
      // The link of a child who became an adult ends within an hour.
      return found?.rules && found.age !== null ? [describeChild(child, found)] : [];
    }),
    requests: (await listOpenRequests(db, asked)).map(describeRequest),
  };
}

/** What an administrator sees of a player. */
export async function getFamilyAsAdmin(deps: ReadDeps, db: Queryable, pid: string) {
  return getFamily(deps, db, (await findPlayer({ db }, pid)).id);
}

export function describeChild({ pid, since }: Relative, state: FamilyState) {
  return {
    pid,
    ageBand: bandOf(state.age),
    since: since.toISOString(),
    rules: describeRules(state.rules!),
    spentThisMonth: Number(state.spentThisMonth),
  };
}

export function describeRequest(request: FamilyRequest) {
  const { id, pid, paymentId, app, total, askedAt, expiresAt } = request;
  return {
    id,
    pid,
    paymentId,
    app,
    total: Number(total),
    askedAt: askedAt.toISOString(),
    expiresAt: (expiresAt ?? askedAt).toISOString(),
  };
}
