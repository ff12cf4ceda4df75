import { expect, test } from 'vitest';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { openShop } from '../payments/testing/payment-fixture.ts';
import {
  bornAt,
  familyOf,
  freeRules,
  join,
  newChild,
  newRelative,
  noticesOf,
  told,
  type Relative,
} from './testing/family-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'the_guard@pid', PID_AGE_GATE: 'ask' });
const { admin } = await signInAdministrator(service, 'the_guard');
const lookUp = ({ client }: Relative, code: string) => client.post('/v1/family/invitations/lookup', { code });
const codeOf = async ({ client }: { client: Awaited<ReturnType<typeof newRelative>>['client'] }) =>
  (await client.post('/v1/family/invitations', {})).body.code as string;

test('a birth month is set once, is judged for its age and shows as a band', async () => {
  const { client } = await newPlayer(service);
  expect((await client.get('/v1/family')).body).toEqual({
    birthMonth: null,
    ageBand: null,
    asksBirthMonth: true,
    parents: [],
    rules: null,
    spentThisMonth: null,
    children: [],
    requests: [],
  });
  const set = (birthMonth: string) => client.put('/v1/family/birth-month', { birthMonth });
  expect(told(await set(bornAt(service, 2)))).toBe('400 birth_month_invalid');
  expect(told(await set('2999-01'))).toBe('400 birth_month_invalid');
  expect(told(await set('1800-01'))).toBe('400 birth_month_invalid');
  const month = bornAt(service, 14);
  expect((await set(month)).body).toMatchObject({
    birthMonth: month,
    ageBand: '13-15',
    asksBirthMonth: false,
  });
  expect((await set(month)).status).toBe(200);
  expect(told(await set(bornAt(service, 30)))).toBe('409 birth_month_known');
  const { rows } = await service.db.query<{ birth_month: Buffer }>(
    'select birth_month from family_birth_months',
  );
  expect(rows.every(({ birth_month: sealed }) => !sealed.toString().includes(month))).toBe(true);
});

test('a parent joins with the code of the child, a second one with the code of the first', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father], { rules: { monthlySpend: 5000 } });
  const family = await familyOf(child);
  expect(family.parents.map(({ pid }: { pid: string }) => pid)).toEqual([mother.pid, father.pid]);
  expect(family).toMatchObject({ rules: { ...freeRules, monthlySpend: 5000 }, spentThisMonth: 0 });
  const { children } = await familyOf(father);
  expect(children).toEqual([
    {
      pid: child.pid,
      ageBand: '10-12',
      since: expect.any(String),
      rules: { ...freeRules, monthlySpend: 5000 },
      spentThisMonth: 0,
    },
  ]);
  expect(JSON.stringify(await familyOf(mother))).not.toContain(family.birthMonth);
  for (const person of [child, mother, father]) expect(await noticesOf(person)).toContain('family.linked');
  expect(told(await child.client.post('/v1/family/invitations', {}))).toBe('403 parents_invite');
  expect(told(await mother.client.post(`/v1/family/children/${child.pid}/invitations`, {}))).toBe(
    '409 parents_complete',
  );
});

test('a code is for one parent, one use and fifteen minutes; a new one replaces it', async () => {
  const [parent, rival] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newRelative(service, 9);
  const first = await codeOf(child);
  const second = await codeOf(child);
  expect(second).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  expect(told(await join(parent, first))).toBe('404 no_such_family_code');
  const late = await codeOf(child);
  await service.db.query("update family_invitations set expires_at = expires_at - interval '15 minutes'");
  expect(told(await join(parent, late))).toBe('404 no_such_family_code');
  const code = await codeOf(child);
  const shown = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
  const outcomes = (await Promise.all([join(parent, shown), join(rival, code)])).map(told);
  expect(outcomes.toSorted()).toEqual(['200', '404 no_such_family_code']);
  expect((await familyOf(child)).parents).toHaveLength(1);
});

test('wrong codes are counted for the player', async () => {
  const guesser = await newRelative(service, 40);
  for (let guess = 0; guess < 10; guess += 1)
    expect(told(await (guess % 2 ? lookUp : join)(guesser, 'BBBBBBBB'))).toBe('404 no_such_family_code');
  const code = await codeOf(await newRelative(service, 9));
  const refused = [await join(guesser, code), await lookUp(guesser, code)];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  // The ordinary limit, of which requests are left, is another one.
  expect(refused.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([null, null]);
});

test('minors, players without a passkey and adults without a month cannot be parents; adults cannot be children', async () => {
  const child = await newRelative(service, 9);
  const minor = await newRelative(service, 17);
  const { client } = await newPlayer(service);
  const code = await codeOf(child);
  for (const attempt of [join, lookUp])
    expect(told(await attempt(minor, code))).toContain('parent_not_ready; reason=age');
  const bare = { ...child, client };
  expect(told(await join(bare, code))).toContain('parent_not_ready; reason=age');
  await client.put('/v1/family/birth-month', { birthMonth: bornAt(service, 30) });
  expect(told(await join(bare, code))).toContain('parent_not_ready; reason=passkey');
  const adult = await newRelative(service, 30);
  expect(told(await adult.client.post('/v1/family/invitations', {}))).toBe('409 not_a_minor');
});

test('a parent has at most ten children, even if two codes are used at once', async () => {
  const parent = await newRelative(service, 40);
  for (let count = 0; count < 9; count += 1) await newChild(service, [parent], { balance: 0n });
  const codes = [await codeOf(await newRelative(service, 8)), await codeOf(await newRelative(service, 8))];
  const outcomes = (await Promise.all(codes.map((code) => join(parent, code)))).map(told);
  expect(outcomes.toSorted()).toEqual(['200', '409 children_complete']);
});

test('a parent with ten children is refused before any code is looked up', async () => {
  const parent = await newRelative(service, 40);
  for (let count = 0; count < 10; count += 1) await newChild(service, [parent], { balance: 0n });
  for (const attempt of [join, lookUp])
    expect(told(await attempt(parent, 'BBBBBBBB'))).toBe('409 children_complete');
});

test('the family is told if a second parent replaces the rules', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother], { rules: { sends: 'none' } });
  const { code } = (await mother.client.post(`/v1/family/children/${child.pid}/invitations`, {})).body;
  expect((await lookUp(father, code)).body).toEqual({
    pid: child.pid,
    ageBand: '10-12',
    parents: [mother.pid],
    rules: { ...freeRules, sends: 'none' },
  });
  expect((await join(father, code, { monthlySpend: 5000 })).status).toBe(200);
  expect(told(await lookUp(father, code))).toBe('404 no_such_family_code');
  for (const person of [child, mother, father])
    expect(await noticesOf(person)).toContain('family.rules_changed');
  const same = await newChild(service, [mother, father]);
  expect(await noticesOf(same)).not.toContain('family.rules_changed');
});

test('rules change for the next posting, and everyone is told', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father]);
  const friend = await newRelative(service, 30);
  const send = () => child.client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000 });
  expect((await send()).status).toBe(201);
  const changed = await mother.client.put(`/v1/family/children/${child.pid}/rules`, {
    ...freeRules,
    sends: 'none',
    maxRating: '13+',
  });
  expect(changed.body).toMatchObject({ spentThisMonth: 1100, rules: { sends: 'none', maxRating: '13+' } });
  expect(told(await send())).toBe('403 parent_forbids');
  for (const person of [child, mother, father])
    expect(await noticesOf(person)).toContain('family.rules_changed');
  expect(told(await friend.client.put(`/v1/family/children/${child.pid}/rules`, freeRules))).toBe(
    '404 no_such_child',
  );
});

test('a parent leaves, and an administrator ends a link; without a parent the child needs one', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father], { rules: { sends: 'none' } });
  expect((await mother.client.delete(`/v1/family/children/${child.pid}`)).status).toBe(200);
  expect(told(await mother.client.delete(`/v1/family/children/${child.pid}`))).toBe('404 no_such_child');
  // The rules stay with the other parent, who is the only one to invite now.
  expect((await familyOf(child)).rules).toMatchObject({ sends: 'none' });
  const { code } = (await father.client.post(`/v1/family/children/${child.pid}/invitations`, {})).body;
  const end = () =>
    admin.post(`/v1/admin/identities/${child.handle}/parents/${father.pid}/end`, {
      reason: 'not the father, file 3',
    });
  expect((await end()).status).toBe(200);
  expect(told(await end())).toBe('404 no_such_parent');
  // A code that an ended parent made is worth nothing.
  expect(told(await join(mother, code))).toBe('404 no_such_family_code');
  expect(await familyOf(child)).toMatchObject({ parents: [], rules: null });
  expect(told(await child.client.post('/v1/fiat/sends', { to: mother.pid, amount: 1000 }))).toBe(
    '403 parent_needed',
  );
  expect(told(await child.client.post('/v1/fiat/topups', { amount: 20_000 }))).toBe('403 parent_needed');
  for (const person of [child, mother, father]) expect(await noticesOf(person)).toContain('family.ended');
});

test('an unlink and a send race: afterwards nothing is sent', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent]);
  const friend = await newRelative(service, 30);
  const send = () => child.client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000 });
  await Promise.all([send(), parent.client.delete(`/v1/family/children/${child.pid}`), send()]);
  expect(told(await send())).toBe('403 parent_needed');
});

test('an administrator corrects a birth month: links of an adult child or a minor parent end', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const [older, younger] = [
    await newChild(service, [mother], { years: 17 }),
    await newChild(service, [mother, father]),
  ];
  const correct = (handle: string, years: number) =>
    admin.post(`/v1/admin/identities/${handle}/birth-month`, {
      birthMonth: bornAt(service, years),
      reason: 'certificate seen',
    });
  expect((await correct(older.handle, 19)).body).toMatchObject({ ageBand: '18+', parents: [] });
  expect((await correct(mother.handle, 16)).body).toMatchObject({ ageBand: '16-17', children: [] });
  expect((await familyOf(younger)).parents).toEqual([{ pid: father.pid, since: expect.any(String) }]);
  expect(await noticesOf(older)).toContain('family.birth_month_corrected');
  expect(told(await correct('the_guard', 50))).toBe('403 own_identity');
  expect(told(await correct('nobody_here', 50))).toMatch(/^404/);
  expect((await admin.get(`/v1/admin/identities/${younger.handle}/family`)).body.birthMonth).toBe(
    bornAt(service, 10),
  );
});

test('a child grows up: the job ends the links and forgets the day', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 17 });
  const friend = await newRelative(service, 30);
  await parent.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, sends: 'none' });
  const send = () => child.client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000 });
  expect(told(await send())).toBe('403 parent_forbids');
  await service.db.query("update ledger_accounts set adult_from = date '2020-01-01' where identity_id = $1", [
    child.identityId,
  ]);
  expect((await send()).status).toBe(201);
  expect((await familyOf(parent)).children).toEqual([]);
  await service.service.runJob('end childhoods');
  expect(await familyOf(child)).toMatchObject({ ageBand: '18+', parents: [], rules: null });
  expect(await noticesOf(parent)).toContain('family.ended');
  const { rows } = await service.db.query<{ day: string }>(
    'select adult_from::text as day from ledger_accounts where identity_id = $1',
    [child.identityId],
  );
  expect(rows).toEqual([{ day: '-infinity' }]);
});

test.each(['by a correction', 'by the day'])(
  'an adult %s: an open code and an open request end, and the payment needs no approval',
  async (how) => {
    const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
    const child = await newChild(service, [mother], { years: 17, rules: { perPurchase: 0 } });
    const shop = await openShop(service);
    const { id } = (await shop.create({ amount: 1000 })).body;
    const pay = () => child.client.post(`/v1/payments/${id}/confirm`, { expectedTotal: 1100 });
    expect(told(await pay())).toBe('403 parent_approval_needed');
    const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
    const { code } = (await mother.client.post(`/v1/family/children/${child.pid}/invitations`, {})).body;
    if (how === 'by a correction') {
      const correction = { birthMonth: bornAt(service, 18), reason: 'certificate seen' };
      await admin.post(`/v1/admin/identities/${child.pid}/birth-month`, correction);
    } else {
      await service.db.query(
        "update ledger_accounts set adult_from = date '2020-01-01' where identity_id = $1",
        [child.identityId],
      );
      await service.service.runJob('end childhoods');
    }
    expect(told(await join(father, code))).toBe('404 no_such_family_code');
    expect(told(await mother.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'deny' }))).toBe(
      '404 no_such_request',
    );
    expect((await familyOf(child)).requests).toEqual([]);
    expect((await pay()).body.status).toBe('paid');
  },
);

test('children whose links cannot be ended do not keep those of others, even if they fill a batch', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 17 });
  await service.db.query(
    `with broken as (insert into identities (id, handle, created_at) select gen_random_uuid(), 'broken' || n, now() from generate_series(1, 101) n returning id)
     insert into ledger_accounts (id, kind, identity_id, adult_from, created_at)
       select nextval('ledger_account_ids'), 'identity', id, date '2020-01-01', now() from broken`,
  );
  await service.db.query("update ledger_accounts set adult_from = date '2020-01-02' where identity_id = $1", [
    child.identityId,
  ]);
  await service.db.query(
    "create function refuse_age() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$",
  );
  await service.db.query(
    "create trigger refuse_age before update of adult_from on ledger_accounts for each row when (old.adult_from = date '2020-01-01') execute function refuse_age()",
  );
  await expect(service.service.runJob('end childhoods')).rejects.toThrow('rows failed: 101');
  expect(await familyOf(child)).toMatchObject({ parents: [], rules: null });
  await service.db.query('drop trigger refuse_age on ledger_accounts');
  await service.service.runJob('end childhoods');
  const { rows } = await service.db.query(
    "select from ledger_accounts where adult_from > '-infinity' and adult_from < '2021-01-01'",
  );
  expect(rows).toEqual([]);
});
