import { operations } from '@pid/contract';
import { expect, test } from 'vitest';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

async function newRich(balance: bigint) {
  const player = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    player.handle,
  ]);
  await fund(service.db, rows[0]!.id, balance);
  return { ...player, identityId: rows[0]!.id };
}

async function send(from: { client: HttpClient }, to: string, amount: number): Promise<string> {
  const sent = await from.client.post('/v1/fiat/sends', { to, amount });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

test('a receiver gets one notice even with concurrent reads, and no mail', async () => {
  const [budi, citra] = [await newRich(500_000n), await newPlayer(service)];
  const id = await send(budi, citra.pid, 25_000);
  const looks = await Promise.all(Array.from({ length: 4 }, () => citra.client.get('/v1/notices?limit=1')));
  expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const told = (await citra.client.get('/v1/notices')).body;
  expect(told.unread).toBe(1);
  expect(told.items).toMatchObject([
    { type: 'money.received', read: false, data: { id, from: budi.pid, amount: 25_000 } },
  ]);
  const { rows } = await service.db.query("select from notice_mails where type like 'money.%'");
  expect(rows).toHaveLength(0);
  // A top-up creates a notice, a send of one's own does not.
  expect((await budi.client.get('/v1/notices')).body.items).toMatchObject([
    { type: 'money.topped_up', data: { amount: 500_000 } },
  ]);
});

test('later receipts create new notices, and a read notice stays read', async () => {
  const [budi, citra] = [await newRich(500_000n), await newPlayer(service)];
  await send(budi, citra.pid, 1000);
  const [first] = (await citra.client.get('/v1/notices')).body.items;
  await citra.client.post('/v1/notices/read', { upTo: first.id });
  await send(budi, citra.pid, 2000);
  await send(budi, citra.pid, 3000);
  await Promise.all(Array.from({ length: 6 }, () => citra.client.get('/v1/notices?limit=1')));
  const { items, unread } = (await citra.client.get('/v1/notices')).body;
  expect(unread).toBe(2);
  expect(
    items.map(({ data, read }: { data: { amount: number }; read: boolean }) => [data.amount, read]),
  ).toEqual([
    [3000, false],
    [2000, false],
    [1000, true],
  ]);
});

test('the activity lists sends with their receivers in order of time, across all pages', async () => {
  const [budi, citra] = [await newRich(500_000n), await newPlayer(service)];
  await send(budi, citra.pid, 1000);
  await budi.client.post('/v1/apps', { name: 'In between', origins: ['https://between.example'] });
  await send(budi, citra.pid, 2000);
  const whole = (await budi.client.get('/v1/identity/activity')).body;
  expect(whole.nextCursor).toBeNull();
  expect(
    whole.items
      .map(({ action, target, details }: Record<string, unknown>) =>
        action === 'money.sent' ? [target, details] : action,
      )
      .slice(0, 3),
  ).toEqual([[citra.pid, { amount: 2100 }], 'app.registered', [citra.pid, { amount: 1100 }]]);
  const seen: unknown[] = [];
  for (let cursor = ''; cursor !== null && seen.length <= whole.items.length;) {
    const page = (await budi.client.get(`/v1/identity/activity?limit=1${cursor && `&cursor=${cursor}`}`))
      .body;
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(whole.items);
  // The activity of the receiver does not list it.
  expect(
    (await citra.client.get('/v1/identity/activity')).body.items.map(
      ({ action }: { action: string }) => action,
    ),
  ).not.toContain('money.sent');
  const { money } = (await budi.client.get('/v1/identity/export')).body;
  expect(money.entries.map(({ type }: { type: string }) => type)).toEqual(['send', 'send', 'topup']);
});

test('a voided hold creates a notice that names the app', async () => {
  const [shop, budi] = [await openShop(service), await richPlayer(service)];
  const { id, total } = (await shop.create({ capture: 'manual' })).body;
  expect((await budi.confirm(id, total)).body.status).toBe('held');
  expect((await shop.ask('POST', `/payments/${id}/void`, {})).body.status).toBe('void');
  expect((await budi.client.get('/v1/notices?limit=1')).body.items).toMatchObject([
    { type: 'money.returned', data: { from: shop.clientId, amount: total } },
  ]);
});

/** The names of the values that the contract declares for a notice or an event. */
function declared(reply: unknown, field: 'data' | 'details'): string[] {
  const { properties } = reply as {
    properties: { items: { items: { properties: Record<string, { properties: object }> } } };
  };
  return Object.keys(properties.items.items.properties[field]!.properties);
}

test('notices and activity contain only declared values about a payment, and its seller sees no fees', async () => {
  const [shop, budi, citra] = [await openShop(service), await richPlayer(service), await newPlayer(service)];
  expect((await budi.client.patch('/v1/limits', { noticeAmount: 1 })).status).toBe(200);
  const names = { en: 'Golden sword', id: 'Pedang emas' };
  expect((await shop.ask('PUT', '/items/sword', { names, price: 10_000 })).status).toBe(200);
  const item = { amount: undefined, description: undefined, sku: 'sword', quantity: 2, capture: 'manual' };
  const buy = async (terms: object, captured: number) => {
    const { id, total } = (await shop.create({ ...item, ...terms })).body;
    expect((await budi.confirm(id, total)).body.status).toBe('held');
    expect((await shop.ask('POST', `/payments/${id}/capture`, { amount: captured })).status).toBe(200);
    return id as string;
  };
  const toPlayer = await buy({ to: citra.pid }, 15_000);
  const toApp = await buy({}, 20_000);
  expect((await shop.ask('POST', `/payments/${toApp}/refunds`, { amount: 5000 })).status).toBe(200);

  const read = async (client: HttpClient) =>
    (await client.get('/v1/notices')).body.items as { type: string; data: Record<string, unknown> }[];
  const [paid, received] = [await read(budi.client), await read(citra.client)];
  const goods = { names, quantity: 2 };
  expect(received.map(({ type, data }) => [type, data])).toEqual([
    [
      'money.received',
      {
        id: expect.any(String),
        from: expect.any(String),
        amount: 15_000,
        payment: toPlayer,
        app: expect.any(String),
        to: citra.pid,
        item: '2 × Golden sword',
        goods,
        status: 'paid',
        refunded: 0,
      },
    ],
  ]);
  const about = (type: string, payment: string) =>
    paid.find((notice) => notice.type === type && notice.data['payment'] === payment)?.data;
  expect(about('payment.confirmed', toPlayer)).toMatchObject({
    to: citra.pid,
    goods,
    fee: 100,
    returned: 5000,
  });
  expect(about('money.returned', toPlayer)).not.toHaveProperty('refund');
  expect(about('money.returned', toApp)).toMatchObject({ refund: true, to: null, refunded: 5000 });
  for (const { type, data } of [...paid, ...received])
    expect([type, declared(operations.listNotices.reply, 'data')]).toEqual([
      type,
      expect.arrayContaining(Object.keys(data)),
    ]);

  const events = (await budi.client.get('/v1/identity/activity')).body.items as {
    action: string;
    details: Record<string, unknown>;
  }[];
  const held = events.filter(({ action }) => action === 'payment.held');
  expect(held.map(({ details }) => details)).toMatchObject([
    { payment: toApp, goods },
    { payment: toPlayer, goods },
  ]);
  for (const { action, details } of held)
    expect([action, declared(operations.listActivity.reply, 'details')]).toEqual([
      action,
      expect.arrayContaining(Object.keys(details)),
    ]);
});
