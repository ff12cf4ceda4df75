import { expect, test } from 'vitest';
import { allowApp, newApp } from '../../test/app-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { ask } from '../allowances/testing/allowance-fixture.ts';
import { findings, openShop } from '../payments/testing/payment-fixture.ts';
import { freeRules, newChild, newRelative, told, type Relative } from './testing/family-fixture.ts';

const service = await startTestService({ PID_AGE_GATE: 'ask', PID_STEP_UP_AMOUNT: '100000000' });
const mother = await newRelative(service, 40);

test('a payment to a player is judged as a send too, and a parent may approve it', async () => {
  const shop = await openShop(service);
  const friend = await newRelative(service, 30);
  const sibling = await newChild(service, [mother]);
  const child = await newChild(service, [mother], { rules: { sends: 'none' } });
  const order = async (to: string) => (await shop.create({ amount: 1000, to })).body.id as string;
  const pay = (id: string, expectedTotal: number) =>
    child.client.post(`/v1/payments/${id}/confirm`, { expectedTotal });
  const ask = (id: string) => child.client.post(`/v1/payments/${id}/ask-parent`);
  const allow = (id: string) => mother.client.post(`/v1/family/requests/${id}`, { decision: 'allow' });
  const totalOf = async (id: string) => (await child.client.get(`/v1/payments/${id}`)).body.total as number;
  const payTo = async (to: string) => {
    const id = await order(to);
    return { id, paid: await pay(id, await totalOf(id)) };
  };
  const { id, paid } = await payTo(friend.pid);
  expect(told(paid)).toBe('403 parent_approval_needed');
  expect(told((await payTo(sibling.pid)).paid)).toBe('403 parent_approval_needed');
  expect((await payTo(mother.pid)).paid.body.status).toBe('paid');
  const { body } = await ask(id);
  await allow(body.id);
  expect((await pay(id, await totalOf(id))).body.status).toBe('paid');

  await mother.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, sends: 'family' });
  expect((await payTo(sibling.pid)).paid.body.status).toBe('paid');
  const beyond = await payTo(friend.pid);
  expect(told(beyond.paid)).toBe('403 parent_approval_needed');
  // Asking does not tell who is family.
  for (const to of [friend.pid, sibling.pid]) expect((await ask(await order(to))).status).toBe(200);
  const asked = await ask(beyond.id);
  await allow(asked.body.id);
  expect((await pay(beyond.id, await totalOf(beyond.id))).body.status).toBe('paid');

  await mother.client.put(`/v1/family/children/${child.pid}/rules`, freeRules);
  expect((await payTo(friend.pid)).paid.body.status).toBe('paid');
});

test("an app's fee on a send to the family is no way around the rules", async () => {
  const dear = await openShop(service, { feeFlat: 50_000 });
  const sibling = await newChild(service, [mother]);
  const child = await newChild(service, [mother], { rules: { sends: 'none' } });
  const send = (to: string, clientId?: string) =>
    child.client.post('/v1/fiat/sends', { to, amount: 100, ...(clientId ? { clientId } : {}) });
  const allow = (rules: object) =>
    mother.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, ...rules });
  expect(told(await send(mother.pid, dear.clientId))).toBe('403 parent_forbids');
  expect((await send(mother.pid)).status).toBe(201);
  await allow({ sends: 'family' });
  for (const to of [mother.pid, sibling.pid])
    expect(told(await send(to, dear.clientId))).toBe('403 parent_forbids');
  expect((await send(sibling.pid)).status).toBe(201);
  // Free to send to all, but within the month.
  await allow({ monthlySpend: 60_000 });
  expect((await send(mother.pid, dear.clientId)).status).toBe(201);
  expect(told(await send(mother.pid, dear.clientId))).toBe('403 parent_forbids');
  expect((await send(mother.pid)).status).toBe(201);
});

test('a child cannot give away an app that has money, and cannot let it be taken meanwhile', async () => {
  const child = await newChild(service, [mother], { rules: { sends: 'none' } });
  const app = await newApp(child.client);
  const friend = await newRelative(service, 30, 100_000n);
  const buyer = await newRelative(service, 30, 100_000n);
  const path = `/v1/apps/${app.clientId}`;
  const transfer = () => child.client.post(`${path}/transfer`, { pid: friend.pid });
  const answer = (id: string) => friend.client.post(`/v1/app-invitations/${id}`, { decision: 'accept' });
  const invited = async () => (await friend.client.get('/v1/app-invitations')).body.items[0].id as string;
  const sell = async (reference: string, capture: string) => {
    const order = { reference, amount: 10_000, description: 'x', capture };
    const { id, total } = (await child.client.post(`${path}/payments`, order)).body;
    const paid = await buyer.client.post(`/v1/payments/${id}/confirm`, { expectedTotal: total });
    expect(paid.status).toBe(200);
    return id as string;
  };
  expect((await transfer()).status).toBe(200);
  // On hold, then in the escrow.
  const held = await sell('held', 'manual');
  expect(told(await answer(await invited()))).toBe('403 parent_forbids');
  expect((await child.client.post(`${path}/payments/${held}/capture`, {})).status).toBe(200);
  expect(told(await answer(await invited()))).toBe('403 parent_forbids');
  await child.client.delete(`${path}/members/${friend.pid}`);
  expect(told(await transfer())).toBe('403 parent_forbids');
  const { body } = await child.client.get(`${path}/balance`);
  expect((await child.client.post(`${path}/payouts`, { amount: body.balance })).status).toBe(201);
  expect((await transfer()).status).toBe(200);
  expect((await answer(await invited())).status).toBe(200);
});

test('parents learn of an allowance; a minor without a parent cannot approve one', async () => {
  const shop = await openShop(service);
  const child = await newChild(service, [mother], { rules: { perPurchase: 20_000 } });
  const alone = await newRelative(service, 12);
  for (const minor of [child, alone]) await allowApp(minor.client, shop);
  const approve = async (minor: Relative) => {
    const { body } = await ask(shop, minor);
    return minor.client.post(`/v1/allowances/${body.id}/approve`, { expectedAmount: 30_000 });
  };
  expect(told(await approve(alone))).toBe('403 parent_needed');
  expect((await approve(child)).body.status).toBe('active');
  const { items } = (await mother.client.get('/v1/notices')).body;
  expect(items).toContainEqual(
    expect.objectContaining({
      type: 'family.allowance_approved',
      data: { child: child.pid, app: expect.any(String), amount: 30_000, period: 'month' },
    }),
  );
});

test('the books agree', async () => {
  expect(await findings(service)).toEqual([]);
});
