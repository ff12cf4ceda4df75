import { afterAll, expect, test } from 'vitest';
import { bearing, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { findings, openShop, paymentsToken, richPlayer, type Shop } from './testing/payment-fixture.ts';

const service = await startTestService();
const shop = await openShop(service);
const budi = await richPlayer(service);

const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error')?.split(';')[0],
];
const sword = {
  names: { en: 'Golden sword', id: 'Pedang emas' },
  price: 15_000,
  imageUrl: 'https://shop.example/sword.png',
};
const set = (item: string, body: unknown, by: Shop = shop) => by.ask('PUT', `/items/${item}`, body);
const buy = (fields: Record<string, unknown>, by: Shop = shop) =>
  by.create({ amount: undefined, description: undefined, ...fields });

afterAll(async () => expect(await findings(service)).toEqual([]));

test('creates, changes, lists and removes items, by the server or the owner of the app', async () => {
  const own = await openShop(service);
  const created = await set('sword', sword, own);
  expect([created.status, created.body]).toEqual([
    200,
    { sku: 'sword', ...sword, updatedAt: expect.any(String) },
  ]);
  const changed = await own.owner.put(`/v1/apps/${own.clientId}/items/sword`, {
    names: { en: 'Sword' },
    price: 1,
  });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { names: { en: 'Sword' }, price: 1, imageUrl: null },
  ]);
  for (const name of ['Bow', 'arrow', 'bow']) await set(name, sword, own);
  const first = await own.owner.get(`/v1/apps/${own.clientId}/items?limit=3`);
  expect(first.body.items.map(({ sku }: { sku: string }) => sku)).toEqual(['Bow', 'arrow', 'bow']);
  const second = await own.ask('GET', `/items?cursor=${first.body.nextCursor}`);
  expect(second.body).toEqual({ items: [changed.body], nextCursor: null });
  const removed = await own.owner.delete(`/v1/apps/${own.clientId}/items/sword`);
  expect([removed.status, removed.body]).toEqual([200, { ok: true }]);
  expect(told(await own.ask('DELETE', '/items/sword'))).toEqual([404, 'no_such_item']);
  const { body } = await own.owner.get('/v1/identity/activity?limit=10');
  expect(body.items.slice(0, 2)).toMatchObject([
    { action: 'app.item_removed', target: own.clientId, details: { sku: 'sword' } },
    { action: 'app.item_set', target: own.clientId, details: { sku: 'sword', price: 1 } },
  ]);
});

test('refuses other players, other apps, tokens without the scope, and wrong items', async () => {
  const stranger = await newPlayer(service);
  const other = await openShop(service);
  const address = `/v1/apps/${shop.clientId}/items`;
  const reading = bearing(await paymentsToken(service, shop, 'read'));
  for (const headers of [other.machine, reading]) {
    const code = headers === reading ? [403, 'read_only_token'] : [404, 'no_such_app'];
    const client = service.client();
    expect(told(await client.send('PUT', `${address}/theirs`, sword, headers))).toEqual(code);
    expect(told(await client.send('DELETE', `${address}/theirs`, undefined, headers))).toEqual(code);
    expect(told(await client.send('GET', address, undefined, headers))).toEqual(code);
  }
  expect(told(await stranger.client.get(address))).toEqual([404, 'no_such_app']);
  expect(told(await stranger.client.put(`${address}/theirs`, sword))).toEqual([404, 'no_such_app']);
  const wrong: [string, unknown][] = [
    ['price', { ...sword, price: 0 }],
    ['price', { ...sword, price: 1.5 }],
    ['names', { ...sword, names: { id: 'Pedang' } }],
    ['names', { ...sword, names: { en: 'Sword', fr: 'Épée' } }],
    ['names', { ...sword, names: { en: 'Sword\u202e' } }],
    ['names', { ...sword, names: { en: 'Sword\u061c' } }],
    ['names', { ...sword, names: { en: 'x'.repeat(121) } }],
    ['imageUrl', { ...sword, imageUrl: 'http://shop.example/sword.png' }],
    ['imageUrl', { ...sword, imageUrl: 'javascript:alert(1)' }],
  ];
  for (const [field, body] of wrong) {
    const answer = await set('wrong', body);
    expect([answer.status, JSON.stringify(answer.body.message)]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  }
  expect((await set('a%20b', sword)).status).toBe(400);
  expect((await shop.ask('GET', '/items')).body.items).toEqual([]);
});

test('a payment copies price, names and picture; a later change of the item does not reach it', async () => {
  await set('sword', sword);
  const body = { reference: 'three-swords', sku: 'sword', quantity: 3, capture: 'manual' };
  const created = await buy(body);
  const item = { sku: 'sword', quantity: 3, ...sword };
  expect([created.status, created.body]).toMatchObject([
    201,
    { amount: 45_000, description: '3 × Golden sword', item, total: 45_100 },
  ]);
  await set('sword', { names: { en: 'Rusty sword' }, price: 1 });
  expect((await buy(body)).body).toEqual(created.body);
  expect(told(await buy({ ...body, quantity: 2 }))).toEqual([409, 'payment_reference_used']);
  const one = await buy({ sku: 'sword' });
  expect(one.body).toMatchObject({
    amount: 1,
    description: 'Rusty sword',
    item: { quantity: 1, price: 1, imageUrl: null },
  });
  await shop.ask('DELETE', '/items/sword');
  expect((await buy(body)).body).toEqual(created.body);
  expect(told(await buy({ sku: 'sword' }))).toEqual([404, 'no_such_item']);

  expect(told(await budi.confirm(created.body.id, 100))).toEqual([409, 'quote_changed']);
  const paid = await budi.confirm(created.body.id, 45_100);
  expect(paid.body).toMatchObject({ status: 'held', amount: 45_000, item });
  await expect
    .poll(async () => (await shop.ask('GET', '/events')).body.items.at(-1))
    .toMatchObject({ type: 'payment.held', data: { sku: 'sword', quantity: 3 } });
  const exported = (await budi.client.get('/v1/identity/export')).body;
  expect(exported.payments[0]).toMatchObject({ description: '3 × Golden sword', item: { sku: 'sword' } });
  await shop.ask('POST', `/payments/${created.body.id}/capture`, {});
});

test('a payment names either an item, or amount and description', async () => {
  await set('coin', { names: { en: 'Coin' }, price: 1_000_000_000_000 });
  const wrong: [Record<string, unknown>, string[]][] = [
    [{}, ['amount is required without sku', 'description is required without sku']],
    [{ amount: 1 }, ['description is required without sku']],
    [{ amount: 1, description: 'x', quantity: 2 }, ['quantity needs sku']],
    [{ sku: 'coin', amount: 1 }, ['sku replaces amount and description']],
    [{ sku: 'coin', description: 'x' }, ['sku replaces amount and description']],
    [{ sku: 'coin', quantity: 2 }, ['quantity must keep the amount at 1000000000000 or less']],
    [{ sku: 'coin', quantity: 100 }, ['quantity must be an integer from 1 to 99']],
    [{ sku: 'coin', quantity: 0 }, ['quantity must be an integer from 1 to 99']],
  ];
  for (const [fields, message] of wrong) {
    const answer = await buy(fields);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  }
  expect((await buy({ sku: 'coin' })).status).toBe(201);
});

test('an app has at most 1000 items, also for concurrent requests, and a change of one still works', async () => {
  const full = await openShop(service);
  await service.db.query(
    `insert into app_items (client_id, sku, names, price, updated_at)
     select $1, 'item-' || n, '{"en": "Item"}', 1, now() from generate_series(1, 998) n`,
    [full.clientId],
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => set(`new-${index}`, sword, full)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status !== 200).map(told)).toEqual(
    Array.from({ length: 6 }, () => [400, 'catalogue_full']),
  );
  expect((await set('item-1', sword, full)).status).toBe(200);
});

test('locks the app before its escrow, like the deletion of the app', async () => {
  const own = await openShop(service);
  expect((await set('sword', sword, own)).status).toBe(200);
  const changes = [
    () => set('shield', sword, own),
    () => set('sword', sword, own),
    () => own.ask('DELETE', '/items/sword'),
  ];
  for (const change of changes) {
    let racing: ReturnType<typeof change> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.query('select from apps where client_id = $1 for update', [own.clientId]);
      racing = change();
      await untilBlocked(service.db);
      // Fails if the blocked request already holds the escrow.
      await tx.query('select from ledger_accounts where client_id = $1 for update nowait', [own.clientId]);
    });
    expect((await racing!).status).toBe(200);
  }
});

test('the export of an owner contains the items of all their apps', async () => {
  const own = await openShop(service);
  const other = await newApp(own.owner);
  await set('sword', sword, own);
  await own.owner.put(`/v1/apps/${other.clientId}/items/bow`, { names: { en: 'Bow' }, price: 5 });
  const { items } = (await own.owner.get('/v1/identity/export')).body;
  expect(items).toHaveLength(2);
  expect(items).toEqual(
    expect.arrayContaining([
      { app: own.clientId, sku: 'sword', ...sword, updatedAt: expect.any(String) },
      expect.objectContaining({ app: other.clientId, sku: 'bow', names: { en: 'Bow' }, price: 5 }),
    ]),
  );
});

test('the items of a deleted app and of a deleted owner are deleted', async () => {
  const [first, second] = [await openShop(service), await openShop(service)];
  for (const owner of [first, second]) await set('sword', sword, owner);
  expect((await first.owner.delete(`/v1/apps/${first.clientId}`)).status).toBe(200);
  expect((await second.owner.delete('/v1/identity/me', {})).status).toBe(200);
  const { rows } = await service.db.query('select from app_items where client_id = any($1)', [
    [first.clientId, second.clientId],
  ]);
  expect(rows).toEqual([]);
  expect(told(await first.owner.put(`/v1/apps/${first.clientId}/items/sword`, sword))).toEqual([
    404,
    'no_such_app',
  ]);
});
