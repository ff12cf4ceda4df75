import { beforeAll, expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { setVerified } from '../relying-parties/index.ts';
import { openShop, richPlayer, type Shop } from './testing/payment-fixture.ts';

let service: TestService;
let shop: Shop;
beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service, { contact: 'help@star.example', feeBps: 100 });
});

/** Creates three payments: one partly refunded, one held, one to another player. */
async function spend() {
  const player = await richPlayer(service);
  const friend = await newPlayer(service);
  const bought = (await shop.create({ amount: 20_000 })).body;
  await player.confirm(bought.id, 20_100);
  await shop.ask('POST', `/payments/${bought.id}/refunds`, { amount: 5000, reason: 'One was broken' });
  const held = (await shop.create({ amount: 10_000, capture: 'manual' })).body;
  await player.confirm(held.id, 10_100);
  const gift = (await shop.create({ amount: 10_000, to: friend.pid })).body;
  await player.confirm(gift.id, 10_200);
  return { player, friend, bought, held, gift };
}

test('statement entries and the CSV contain the app, the payment, its description and the reason for a refund', async () => {
  const { player, bought, friend } = await spend();
  const { items } = (await player.client.get('/v1/fiat/statement')).body;
  const named = { app: shop.clientId, appName: 'Star Game', note: 'A golden sword' };
  expect(items).toMatchObject([
    { type: 'payment', counterparty: friend.pid, ...named },
    { type: 'hold', ...named },
    { type: 'refund', ...named, payment: bought.id, reason: 'One was broken' },
    { type: 'payment', ...named, payment: bought.id },
    { type: 'topup' },
  ]);
  expect(items[4]).not.toHaveProperty('appName');
  const received = (await friend.client.get('/v1/fiat/statement')).body.items;
  expect(received).toMatchObject([{ type: 'payment', amount: 10_000, ...named }]);
  const csv = (await player.client.get('/v1/fiat/statement?format=csv')).text;
  expect(csv).toContain(`A golden sword,Star Game,${bought.id},One was broken`);
});

test('a player sees the charges by app, and the contact of the app after a payment', async () => {
  const { player, bought } = await spend();
  const { items } = (await player.client.get('/v1/payments/apps')).body;
  expect(items).toMatchObject([
    {
      clientId: shop.clientId,
      name: 'Star Game',
      payments: 3,
      paid: 20_100 - 5000 + 10_200,
      held: 10_100,
      refunded: 5000,
    },
  ]);
  const other = await openShop(service, { contact: 'https://other.example/help' });
  const elsewhere = (await other.create({ amount: 1000 })).body;
  expect((await player.client.get(`/v1/payments/${elsewhere.id}`)).body.app.contact).toBeNull();
  await player.confirm(elsewhere.id, 1100);
  const ofShop = (await player.client.get(`/v1/payments?clientId=${shop.clientId}`)).body.items;
  expect(ofShop).toHaveLength(3);
  expect(ofShop[2]).toMatchObject({ id: bought.id, app: { contact: 'help@star.example' } });
  expect((await player.client.get('/v1/payments?status=held')).body.items).toHaveLength(1);
});

test('a deleted app keeps its name in payments', async () => {
  const player = await richPlayer(service);
  const stall = await openShop(service, { name: 'Gone Game' });
  const { id } = (await stall.create()).body;
  await player.confirm(id, 10_100);
  await stall.owner.post(`/v1/apps/${stall.clientId}/payouts`, { amount: 10_000 });
  expect((await stall.owner.delete(`/v1/apps/${stall.clientId}`)).status).toBe(200);
  expect((await player.client.get('/v1/payments/apps')).body.items).toMatchObject([{ name: 'Gone Game' }]);
  expect((await player.client.get(`/v1/payments/${id}`)).body.app).toMatchObject({
    name: 'Gone Game',
    contact: null,
  });
});

test('only the owner finds payments by reference and player, and sees held, earned and paid-out amounts', async () => {
  const stall = await openShop(service);
  const player = await richPlayer(service);
  const first = (await stall.create({ reference: 'first' })).body;
  await player.confirm(first.id, 10_100);
  const held = (await stall.create({ capture: 'manual' })).body;
  await player.confirm(held.id, 10_100);
  await stall.create();
  const list = async (query: string) =>
    (await stall.owner.get(`/v1/apps/${stall.clientId}/payments?${query}`)).body.items;
  expect(await list('reference=first')).toMatchObject([{ id: first.id }]);
  expect(await list(`pid=${player.pid}`)).toHaveLength(2);
  expect(await list('pid=nobody_at_all@pid')).toEqual([]);
  const broken = await stall.owner.get(`/v1/apps/${stall.clientId}/payments?format=csv&cursor=zzz`);
  expect(broken.status).toBe(400);
  const csv = (await stall.owner.get(`/v1/apps/${stall.clientId}/payments?format=csv&reference=first`)).text;
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  const earnings = `/v1/apps/${stall.clientId}/earnings`;
  expect((await stall.owner.get(earnings)).body).toEqual({
    balance: 10_000,
    held: 10_100,
    earned: 10_000,
    paidOut: 0,
    deposited: 0,
    settled: 0,
  });
  const paidOut = await stall.owner.post(`/v1/apps/${stall.clientId}/payouts`, { amount: 4000 });
  expect(paidOut.status).toBe(201);
  expect((await stall.owner.get(earnings)).body).toMatchObject({
    balance: 6000,
    earned: 10_000,
    paidOut: 4000,
  });
  expect((await player.client.get(earnings)).status).toBe(404);
});

test('a link names its app, and a refused return address has a reason', async () => {
  const { client } = await newPlayer(service);
  const stall = await openShop(service, { origins: ['https://star.example'] });
  const link = (returnTo?: string, clientId = stall.clientId) =>
    client.get(
      `/v1/payments/links?${new URLSearchParams({ client_id: clientId, ...(returnTo ? { return_to: returnTo } : {}) }).toString()}`,
    );
  expect((await link('https://star.example/shop?a=1')).body).toMatchObject({
    app: { name: 'Star Game', verified: false, status: 'active' },
    returnTo: 'https://star.example/shop?a=1',
    origin: 'https://star.example',
  });
  expect((await link()).body).toMatchObject({ returnTo: null, origin: null });
  expect((await link('http://localhost:9/x')).status).toBe(200);
  const refusals: [string, RegExp][] = [
    ['https://evil.example/', /return_to must lie on an origin .*https:\/\/evil\.example is not listed/],
    ['http://star.example/', /return_to must be https/],
    ['https://star.example/#x', /return_to must have no fragment/],
    ['https://star.example/?status=posted', /return_to must not carry status itself/],
    ['https://star.example/?state=1', /return_to must not carry state itself/],
    ['javascript:alert(1)', /return_to must lie on an origin/],
  ];
  for (const [address, sentence] of refusals) {
    const { status, body } = await link(address);
    expect([status, String(body.message)]).toEqual([400, expect.stringMatching(sentence)]);
  }
  expect((await link(undefined, 'app_nobody')).status).toBe(400);
});

test('a link shows the badge only if it returns to a registered redirect address of the app', async () => {
  const { client } = await newPlayer(service);
  const stall = await openShop(service, {
    origins: ['https://star.example'],
    redirectUris: ['https://star.example/back'],
  });
  await service.db.transaction((tx) => setVerified(tx, stall.clientId, true));
  const verified = async (clientId: string, returnTo: object) => {
    const query = new URLSearchParams({ client_id: clientId, ...returnTo });
    return (await client.get(`/v1/payments/links?${query.toString()}`)).body.app.verified;
  };
  expect(await verified(stall.clientId, { return_to: 'https://star.example/back' })).toBe(true);
  expect(await verified(stall.clientId, {})).toBe(false);
  expect(await verified(stall.clientId, { return_to: 'http://localhost:9/back' })).toBe(false);
  const open = await openShop(service, { origins: ['https://star.example'] });
  await service.db.transaction((tx) => setVerified(tx, open.clientId, true));
  expect(await verified(open.clientId, { return_to: 'https://star.example/anything' })).toBe(false);
});

test('anyone who has the id reads the status of a payment, and nothing else of it', async () => {
  const player = await richPlayer(service);
  const { id } = (await shop.create({ amount: 3000, returnTo: 'http://localhost:5173/bought' })).body;
  const read = async (of: string) => (await service.client().get(`/v1/payments/${of}/status`)).body;
  expect(await read(id)).toStrictEqual({ status: 'open', origin: 'http://localhost:5173' });
  await player.confirm(id, 3100);
  expect(await read(id)).toMatchObject({ status: 'paid' });
  const later = (await shop.create({ amount: 3000, expiresInSeconds: 60 })).body;
  await service.db.query(`update payments set expires_at = now() - interval '1 second' where id = $1`, [
    later.id,
  ]);
  expect(await read(later.id)).toStrictEqual({ status: 'expired', origin: null });
  expect(
    await service.client().get('/v1/payments/019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b/status'),
  ).toMatchObject({
    status: 404,
  });
});
