import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { findings, letTimePass, openShop } from '../payments/testing/payment-fixture.ts';
import {
  familyOf,
  freeRules,
  newChild,
  newRelative,
  noticesOf,
  told,
  type Relative,
} from './testing/family-fixture.ts';

const service = await startTestService({ PID_AGE_GATE: 'ask', PID_STEP_UP_AMOUNT: '100000000' });
const shop = await openShop(service);
const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
// Each order costs 10,100 with the fee.
const order = async (amount = 10_000, fields: object = {}) =>
  (await shop.create({ amount, ...fields })).body.id as string;
const pay = ({ client }: Relative, id: string, expectedTotal = 10_100) =>
  client.post(`/v1/payments/${id}/confirm`, { expectedTotal });
const ask = ({ client }: Relative, id: string) => client.post(`/v1/payments/${id}/ask-parent`);
const decide = ({ client }: Relative, id: string, decision: string) =>
  client.post(`/v1/family/requests/${id}`, { decision });
const strict = { perPurchase: 1000 } as const;

test('nobody asks for a payment that can never be paid: to the child itself, or to its own app', async () => {
  const child = await newChild(service, [await newRelative(service, 40)], { rules: strict });
  const own = await newApp(child.client);
  const { body } = await child.client.post(`/v1/apps/${own.clientId}/payments`, {
    reference: 'own',
    amount: 5000,
    description: 'x',
  });
  for (const id of [body.id as string, await order(5000, { to: child.pid })])
    expect(told(await ask(child, id))).toBe('400 own_payment');
});

test('a payment beyond the rules needs an approval, which counts for that payment and total only', async () => {
  const child = await newChild(service, [mother, father], { rules: strict });
  const id = await order();
  expect(told(await pay(child, id))).toBe('403 parent_approval_needed');
  const asked = await ask(child, id);
  expect(asked.body).toMatchObject({ pid: child.pid, paymentId: id, total: 10_100, app: expect.any(String) });
  expect((await ask(child, id)).body.id).toBe(asked.body.id);
  expect((await familyOf(mother)).requests).toEqual([asked.body]);
  expect((await familyOf(child)).requests).toEqual([asked.body]);
  expect(await noticesOf(father)).toContain('family.asked');
  expect((await decide(mother, asked.body.id, 'allow')).status).toBe(200);
  expect(told(await decide(father, asked.body.id, 'deny'))).toBe('409 request_decided');
  expect(await noticesOf(father)).toContain('family.decided');
  expect(told(await pay(child, await order()))).toBe('403 parent_approval_needed');
  expect((await pay(child, id)).body.status).toBe('paid');
  // It counts towards the month, although the rules did not allow it.
  expect(
    (await familyOf(mother)).children.find(({ pid }: { pid: string }) => pid === child.pid).spentThisMonth,
  ).toBe(10_100);
  expect((await familyOf(mother)).requests).toEqual([]);
});

test('a payment to another player is bound by whom the child may send to', async () => {
  const [parent, friend] = [await newRelative(service, 40), await newRelative(service, 12)];
  const brother = await newChild(service, [parent]);
  const child = await newChild(service, [parent], { rules: { sends: 'family' } });
  const id = await order(10_000, { to: friend.pid });
  expect(told(await pay(child, id))).toBe('403 parent_approval_needed');
  const { body } = await ask(child, id);
  expect((await decide(parent, body.id, 'allow')).status).toBe(200);
  expect((await pay(child, id)).body.status).toBe('paid');
  expect((await pay(child, await order(10_000, { to: brother.pid }))).body.status).toBe('paid');
  await parent.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, sends: 'none' });
  const held = await order(10_000, { to: brother.pid, capture: 'manual' });
  expect(told(await pay(child, held))).toBe('403 parent_approval_needed');
  expect((await pay(child, await order(10_000, { to: parent.pid }))).body.status).toBe('paid');
  expect((await pay(child, await order())).body.status).toBe('paid');
});

test('two parents who decide at once give one decision; a denial is final', async () => {
  const child = await newChild(service, [mother, father], { rules: strict });
  const id = await order();
  const { body } = await ask(child, id);
  const outcomes = (
    await Promise.all([decide(mother, body.id, 'deny'), decide(father, body.id, 'deny')])
  ).map(told);
  expect(outcomes.toSorted()).toEqual(['200', '409 request_decided']);
  expect(told(await pay(child, id))).toBe('403 parent_approval_needed');
  expect(told(await ask(child, id))).toBe('409 request_decided');
});

test('an approval and a denial at once: decision, notices and payment agree', async () => {
  const parents = [await newRelative(service, 40), await newRelative(service, 41)] as const;
  const child = await newChild(service, parents, { rules: strict });
  for (let round = 0; round < 6; round += 1) {
    const id = await order();
    const { body } = await ask(child, id);
    const [allowed, denied] = await Promise.all([
      decide(parents[0], body.id, 'allow'),
      decide(parents[1], body.id, 'deny'),
    ]);
    expect([told(allowed), told(denied)].toSorted()).toEqual(['200', '409 request_decided']);
    const decision = allowed.status === 200 ? 'allow' : 'deny';
    const { requests } = (await child.client.get('/v1/identity/export')).body.family;
    const parent = parents[decision === 'allow' ? 0 : 1];
    expect(requests.find(({ paymentId }: { paymentId: string }) => paymentId === id)).toMatchObject({
      decision,
      decidedBy: parent.pid,
    });
    for (const { client } of [child, ...parents])
      expect(
        (await client.call('listNotices', { limit: 20 })).items.filter(
          ({ type, data }) => type === 'family.decided' && data['paymentId'] === id,
        ),
      ).toEqual([
        expect.objectContaining({ data: expect.objectContaining({ decision, parent: parent.pid }) }),
      ]);
    expect(told(await pay(child, id))).toBe(decision === 'allow' ? '200' : '403 parent_approval_needed');
  }
});

test('an approval for another total is none', async () => {
  const child = await newChild(service, [mother], { rules: strict });
  const id = await order();
  const { body } = await ask(child, id);
  await service.db.query('update family_requests set total = 10_099 where id = $1', [body.id]);
  await decide(mother, body.id, 'allow');
  expect(told(await pay(child, id))).toBe('403 parent_approval_needed');
});

test('an expired payment cannot be asked for, decided or paid', async () => {
  const child = await newChild(service, [mother], { rules: strict });
  const id = await order();
  const { body } = await ask(child, id);
  const allowed = await order();
  const other = await ask(child, allowed);
  await decide(mother, other.body.id, 'allow');
  for (const payment of [id, allowed]) await letTimePass(service, payment, 86_400 * 30);
  expect(told(await decide(mother, body.id, 'allow'))).toBe('409 request_decided');
  expect((await familyOf(mother)).requests).toEqual([]);
  expect(told(await pay(child, allowed))).toMatch(/payment_expired|payment_ended/);
});

test('an approval ends with the link of the parent who gave it', async () => {
  const child = await newChild(service, [mother, father], { rules: strict });
  const id = await order();
  const { body } = await ask(child, id);
  await decide(father, body.id, 'allow');
  await father.client.delete(`/v1/family/children/${child.pid}`);
  expect(told(await pay(child, id))).toBe('403 parent_approval_needed');
  expect(told(await decide(father, body.id, 'allow'))).toBe('404 no_such_request');
});

test('only a child with a parent asks, only if the rules forbid the payment, and strangers see nothing', async () => {
  const stranger = await newRelative(service, 30, 1_000_000n);
  const child = await newChild(service, [mother]);
  const id = await order();
  expect(told(await ask(stranger, id))).toBe('409 no_parent');
  expect(told(await ask(child, id))).toBe('409 approval_not_needed');
  expect(told(await ask(child, '0199a1b2-0000-7000-8000-00000000f001'))).toBe('404 payment_not_found');
  const strictChild = await newChild(service, [mother], { rules: strict });
  const { body } = await ask(strictChild, id);
  expect(told(await decide(stranger, body.id, 'allow'))).toBe('404 no_such_request');
});

test('holds count in full and stay counted when they are voided; refunds give nothing back', async () => {
  const child = await newChild(service, [mother], { rules: { monthlySpend: 25_000 } });
  const held = await order(10_000, { capture: 'manual' });
  expect((await pay(child, held)).body.status).toBe('held');
  expect((await shop.ask('POST', `/payments/${held}/void`)).status).toBe(200);
  const paid = await order();
  expect((await pay(child, paid)).body.status).toBe('paid');
  expect((await shop.ask('POST', `/payments/${paid}/refunds`, { amount: 10_000 })).status).toBe(200);
  expect(told(await pay(child, await order()))).toBe('403 parent_approval_needed');
  expect((await pay(child, await order(4000), 4100)).body.status).toBe('paid');
});

test('concurrent payments and sends never exceed the month', async () => {
  const child = await newChild(service, [mother], { rules: { monthlySpend: 50_500 } });
  const ids = await Promise.all(Array.from({ length: 6 }, () => order()));
  const outcomes = await Promise.all([
    ...ids.map((id) => pay(child, id)),
    ...ids.map(() => child.client.post('/v1/fiat/sends', { to: father.pid, amount: 10_000 })),
  ]);
  expect(outcomes.filter(({ status }) => status < 300)).toHaveLength(5);
  expect(
    (await familyOf(mother)).children.find(({ pid }: { pid: string }) => pid === child.pid).spentThisMonth,
  ).toBe(50_500);
});

test('deposits count as sends, and an app of a minor without a parent gets none', async () => {
  const child = await newChild(service, [mother], { rules: { monthlySpend: 5000 } });
  const { client_id: clientId } = (
    await child.client.post('/v1/apps', { name: 'Kids', origins: ['https://kids.example'] })
  ).body;
  const deposit = (amount: number) => child.client.post(`/v1/apps/${clientId}/deposits`, { amount });
  expect((await deposit(4000)).status).toBe(201);
  expect(told(await deposit(4000))).toBe('403 parent_forbids');
  await mother.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, sends: 'family' });
  expect(told(await deposit(100))).toBe('403 parent_forbids');
});

test('a freeze ends the sessions of child and parent; the request waits, and the other parent decides', async () => {
  const [frozen, other] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [frozen, other], { rules: strict });
  const id = await order();
  const { body } = await ask(child, id);
  expect((await frozen.client.post('/v1/freeze', {})).status).toBe(200);
  expect((await decide(frozen, body.id, 'allow')).status).toBe(401);
  expect((await decide(other, body.id, 'allow')).status).toBe(200);
  expect((await child.client.post('/v1/freeze', {})).status).toBe(200);
  expect((await pay(child, id)).status).toBe(401);
});

test('a player without a month is judged as an adult, and one without a passkey too', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  expect((await client.get('/v1/family')).body).toMatchObject({ ageBand: null, asksBirthMonth: true });
  expect((await client.post('/v1/fiat/topups', { amount: 20_000 })).status).toBe(201);
});

test('the books agree', async () => {
  expect(await findings(service)).toEqual([]);
});
