import { expect, onTestFinished, test } from 'vitest';
import { allowApp, newApp, standardLogin } from '../../test/app-helper.ts';
import type { Answer } from '../../test/http-client.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { ask, charge } from '../allowances/testing/allowance-fixture.ts';
import { saveTierRules } from '../ledger/tiers.store.ts';
import { findings, openShop } from '../payments/testing/payment-fixture.ts';
import type { Tx } from '../platform/db/index.ts';
import {
  familyOf,
  join,
  newChild,
  newRelative,
  noticesOf,
  told,
  type Relative,
} from './testing/family-fixture.ts';

const service = await startTestService({
  PID_ADMINS: 'the_remover@pid',
  PID_AGE_GATE: 'ask',
  PID_STEP_UP_AMOUNT: '100000000',
});
const { admin } = await signInAdministrator(service, 'the_remover');
const shop = await openShop(service);
const rowsOf = async (identityId: string) =>
  (
    await service.db.query<{ count: bigint }>(
      `select (select count(*) from family_birth_months where identity_id = $1) + (select count(*) from family_links where $1 in (child_id, parent_id))
         + (select count(*) from family_invitations where $1 in (child_id, invited_by)) + (select count(*) from family_requests where $1 in (child_id, decided_by))
         + (select count(*) from ledger_accounts where identity_id = $1 and num_nonnulls(adult_from, parents, family_sends) > 0) as count`,
      [identityId],
    )
  ).rows[0]!.count;

test('a minor deletes the identity with money on the balance: it goes to suspense', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { balance: 50_000n });
  const alone = await newRelative(service, 12, 30_000n);
  for (const minor of [child, alone]) {
    expect((await minor.client.delete('/v1/identity/me')).status).toBe(200);
    expect(await rowsOf(minor.identityId)).toBe(0n);
  }
  const { rows } = await service.db.query('select amount, reason from ledger_suspense order by amount');
  expect(rows).toEqual([
    { amount: 30_000n, reason: 'account_closed' },
    { amount: 50_000n, reason: 'account_closed' },
  ]);
  expect((await familyOf(parent)).children).toEqual([]);
  expect(await noticesOf(parent)).toContain('family.ended');
});

test('an adult with money is still told to settle it first', async () => {
  const adult = await newRelative(service, 30, 50_000n);
  expect((await adult.client.delete('/v1/identity/me')).status).toBe(400);
});

test('deletion of a parent ends the link, and what that parent approved', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father], { rules: { perPurchase: 0 } });
  const { id } = (await shop.create()).body;
  const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
  await mother.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'allow' });
  expect((await mother.client.delete('/v1/identity/me')).status).toBe(200);
  expect(await rowsOf(mother.identityId)).toBe(0n);
  expect((await familyOf(child)).parents).toEqual([{ pid: father.pid, since: expect.any(String) }]);
  expect(told(await child.client.post(`/v1/payments/${id}/confirm`, { expectedTotal: 10_100 }))).toBe(
    '403 parent_approval_needed',
  );
});

test('the export of a child contains everything about the family and the money, and nothing of the parents', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { rules: { perPurchase: 5000 } });
  const figures = { balance: 2_000_000, incoming: 20_000_000 };
  await saveTierRules(service.db, { basic: figures, registered: figures }, 'Asia/Jakarta');
  onTestFinished(async () => void (await saveTierRules(service.db, null, 'Asia/Jakarta')));
  await allowApp(child.client, shop);
  const steps = [
    await (
      await newRelative(service, 30, 10_000n)
    ).client.post('/v1/fiat/sends', { to: child.pid, amount: 7000 }),
    await child.client.patch('/v1/limits', { dailyLimit: 500_000 }),
  ];
  const { id } = (await shop.create()).body;
  const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
  steps.push(await parent.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'deny' }));
  const held = (await shop.create({ amount: 2000, capture: 'manual' })).body;
  steps.push(await child.client.post(`/v1/payments/${held.id}/confirm`, { expectedTotal: 2100 }));
  const allowance = (await ask(shop, child)).body.id;
  steps.push(
    await child.client.post(`/v1/allowances/${allowance}/approve`, { expectedAmount: 30_000 }),
    await charge(shop, allowance, 3000),
  );
  expect(steps.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 201]);
  const mature = await newApp(shop.owner, { rating: '18+' });
  await admin.post(`/v1/admin/apps/${mature.clientId}/rating`, { confirmed: true });
  const { login } = standardLogin(mature, { scope: 'openid' });
  const refused = await child.client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  expect(refused.body.redirectTo).toContain('error=access_denied');

  const { family, money, activity, notices, allowances } = (await child.client.get('/v1/identity/export'))
    .body;
  expect(family).toMatchObject({
    birthMonth: expect.stringMatching(/^\d{4}-\d\d$/),
    birthMonthSetAt: expect.stringMatching(/^\d{4}-.*Z$/),
    ageBand: '10-12',
    parents: [{ pid: parent.pid }],
    rules: { perPurchase: 5000 },
    spentThisMonth: 5200,
    requests: [{ paymentId: id, decision: 'deny', decidedBy: parent.pid }],
  });
  expect(money).toMatchObject({
    balance: 1_001_800,
    held: 2100,
    limits: { dailyLimit: 500_000, stepUpAmount: null, nextDailyLimit: null },
    tier: { tier: 'basic', balanceMax: 2_000_000, incomingMax: 20_000_000, incoming: 7000 },
  });
  expect(money.entries.map(({ type }: { type: string }) => type)).toEqual([
    'payment',
    'hold',
    'receive',
    'topup',
  ]);
  expect(allowances).toMatchObject([{ id: allowance, status: 'active' }]);
  const has = (list: Record<string, string>[], field: string) => list.map((item) => item[field]);
  expect(has(activity, 'action')).toEqual(
    expect.arrayContaining(['family.denied', 'allowance.approved', 'family.login_refused']),
  );
  expect(has(notices.notices, 'type')).toEqual(
    expect.arrayContaining(['family.decided', 'allowance.charged', 'family.login_refused']),
  );
  const { family: ofParent } = (await parent.client.get('/v1/identity/export')).body;
  expect(JSON.stringify(ofParent)).not.toContain(family.birthMonth);
});

test('what a parent decided stays in the export of the child after the link; only what can have an effect ends', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father], { rules: { perPurchase: 0 } });
  const decided = async (decision: string) => {
    const { id } = (await shop.create()).body;
    const { body } = await child.client.post(`/v1/payments/${id}/ask-parent`);
    expect((await mother.client.post(`/v1/family/requests/${body.id}`, { decision })).status).toBe(200);
    return id as string;
  };
  const [paid, declined, open] = [await decided('allow'), await decided('deny'), await decided('allow')];
  const expectedTotal = 10_100;
  expect((await child.client.post(`/v1/payments/${paid}/confirm`, { expectedTotal })).status).toBe(200);
  expect((await child.client.post(`/v1/payments/${declined}/decline`, {})).status).toBe(200);
  const history = async () =>
    (
      (await child.client.get('/v1/identity/export')).body.family.requests as {
        paymentId: string;
        decision: string;
        decidedBy: string;
      }[]
    ).map(({ paymentId, decision, decidedBy }) => ({ paymentId, decision, decidedBy }));
  const kept = [
    { paymentId: paid, decision: 'allow', decidedBy: mother.pid },
    { paymentId: declined, decision: 'deny', decidedBy: mother.pid },
  ];
  expect(await history()).toEqual([...kept, { paymentId: open, decision: 'allow', decidedBy: mother.pid }]);
  for (const parent of [mother, father]) {
    expect((await parent.client.delete(`/v1/family/children/${child.pid}`)).status).toBe(200);
    expect(await history()).toEqual(kept);
  }
  expect((await child.client.delete('/v1/identity/me')).status).toBe(200);
  expect(await rowsOf(child.identityId)).toBe(0n);
});

test('an administrator deletes a parent, whose accounts and those of the children are locked in one order', async () => {
  const child = await newRelative(service, 10);
  const parent = await newRelative(service, 40);
  const { code } = (await child.client.post('/v1/family/invitations', {})).body;
  expect((await join(parent, code)).status).toBe(200);
  const lock = (tx: Tx, { identityId }: Relative, how = '') =>
    tx.query(`select from ledger_accounts where identity_id = $1 for no key update ${how}`, [identityId]);
  let deleted: Promise<Answer> | undefined;
  await service.db.transaction(async (tx) => {
    // The child's account is older, so that every transaction locks it first.
    await lock(tx, child);
    deleted = admin.post(`/v1/admin/identities/${parent.pid}/delete`, {});
    await untilBlocked(service.db);
    await lock(tx, parent, 'nowait');
  });
  expect((await deleted!).status).toBe(200);
  expect((await familyOf(child)).parents).toEqual([]);
});

test('the books agree', async () => {
  expect(await findings(service)).toEqual([]);
});
