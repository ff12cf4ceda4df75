import { describe, expect, test } from 'vitest';
import { approved, charge, openPayer } from '../../allowances/testing/allowance-fixture.ts';
import { fund } from '../../ledger/testing/ledger-fixture.ts';
import { openShop, richPlayer } from '../../payments/testing/payment-fixture.ts';
import { startFakePushService, type FakeDevice } from '../../../test/fake-push-service.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { withStepUp } from '../../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../../test/test-service.ts';

const push = await startFakePushService();
const settings = { PID_PUSH_TEST_SERVICE: push.url, PID_CONTACT: 'help@pid.example' };
const service = await startTestService(settings);
const otherNode = await startTestService({ ...settings, PID_BASE_URL: service.baseUrl }, service);

const sql = (text: string, values: unknown[] = []) => service.db.query<{ count: number }>(text, values);
const waiting = async () => (await sql('select count(*)::int as count from notice_pushes')).rows[0]!.count;
const watch = (node: TestService = service) => node.service.runJob('note incoming money');
const deliver = (node: TestService = service) => node.service.runJob('send pushes');

async function identityOf(handle: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  return rows[0]!.id;
}

async function add(client: HttpClient, device: FakeDevice = push.device(), fields: object = {}) {
  const added = await client.post('/v1/push-subscriptions', {
    ...device.subscription,
    language: 'en',
    showDetails: true,
    ...fields,
  });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  return device;
}

async function newReceiver(fields: object = {}) {
  const player = await newPlayer(service);
  return { ...player, device: await add(player.client, push.device(), fields) };
}

async function newSender() {
  const player = await newPlayer(service);
  await fund(service.db, await identityOf(player.handle), 5_000_000n);
  return player;
}

async function send(from: { client: HttpClient }, to: string, amount: number): Promise<string> {
  const sent = await from.client.post('/v1/fiat/sends', { to, amount });
  expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
  return sent.body.id;
}

async function pushed(device: FakeDevice, count = 1) {
  await expect.poll(() => device.received.length, { interval: 20 }).toBe(count);
  return device.received;
}

const devicesOf = async (client: HttpClient) => (await client.get('/v1/push-subscriptions')).body.items;

test('tells a device of incoming money with sender and amount, encrypted to it and signed by the key of the service', async () => {
  const [budi, citra] = [await newSender(), await newReceiver()];
  const id = await send(budi, citra.pid, 25_000);
  await watch();
  const [one] = await pushed(citra.device);
  expect(one!.payload).toEqual({
    tag: expect.stringMatching(/^notice-\d+$/),
    language: 'en',
    title: 'You received money',
    body: `Rp25,000 came in from ${budi.pid}.`,
    path: `/receipts/${id}`,
    at: expect.any(Number),
  });
  const { publicKey, items } = (await citra.client.get('/v1/push-subscriptions')).body;
  expect(one!.vapid).toMatchObject({ key: publicKey, aud: push.url, sub: 'mailto:help@pid.example' });
  expect(one).toMatchObject({ urgency: 'normal', topic: one!.payload.tag });
  expect(Number(one!.ttl)).toBeGreaterThan(86_000);
  expect(items).toMatchObject([{ current: true, language: 'en', showDetails: true }]);
  expect(JSON.stringify(items)).not.toContain(citra.device.subscription.keys.auth);
  // The owner sees the same notice, once.
  const { items: notices } = (await citra.client.get('/v1/notices')).body;
  expect(notices).toMatchObject([{ type: 'money.received', data: { id } }]);
  await deliver();
  expect(citra.device.received).toHaveLength(1);
  await expect.poll(waiting).toBe(0);
  expect(push.problems).toEqual([]);
});

test('hides names and amounts if the player wants that, and speaks the language of the device', async () => {
  const [budi, citra] = [await newSender(), await newReceiver({ showDetails: false, language: 'id' })];
  await send(budi, citra.pid, 25_000);
  await watch();
  const [one] = await pushed(citra.device);
  expect(one!.payload).toMatchObject({ title: 'Uang masuk', body: '', language: 'id' });
  // Time and id of the receipt can contain any digits.
  expect(JSON.stringify({ ...one!.payload, at: 0, path: '' })).not.toMatch(/25|budi/i);
  expect(one!.payload).toHaveProperty('path', expect.stringMatching(/^\/receipts\/[0-9a-f-]{36}$/));
});

test('tells of top-ups, returned holds and payments', async () => {
  const [shop, budi] = [await openShop(service), await richPlayer(service)];
  const device = await add(budi.client);
  expect((await budi.client.patch('/v1/limits', { noticeAmount: 1 })).status).toBe(200);
  const { id, total } = (await shop.create({ capture: 'manual' })).body;
  expect((await budi.confirm(id, total)).body.status).toBe('held');
  await pushed(device, 1);
  expect((await shop.ask('POST', `/payments/${id}/void`, {})).body.status).toBe('void');
  await fund(service.db, budi.identityId, 7000n);
  await watch();
  await pushed(device, 3);
  const told = device.received.map(({ payload }) => [payload.title, payload.body]);
  expect(told[0]).toEqual(['You confirmed a payment with your PID', expect.stringContaining('Rp10,100')]);
  expect(told.slice(1).toSorted()).toEqual([
    ['Money came back to you', expect.stringContaining('Rp10,100')],
    ['Your top-up has arrived', 'Your top-up of Rp7,000 has arrived.'],
  ]);
});

test('tells of charges that the player allowed, also of refused ones, and parents of a child that asks', async () => {
  const shop = await openShop(service);
  const budi = await openPayer(service, shop, 15_000n);
  const id = await approved(shop, budi);
  const device = await add(budi.client);
  expect((await charge(shop, id, 10_000)).status).toBe(201);
  await pushed(device, 1);
  expect((await charge(shop, id, 10_000)).status).toBe(409);
  await pushed(device, 2);
  await service.db.query("select tell_owner($1, 'family.asked', $2, $3)", [
    budi.identityId,
    { child: 'citra@pid', app: 'Star Game', amount: 10_100 },
    service.clock.now(),
  ]);
  await deliver();
  await pushed(device, 3);
  expect(device.received.map(({ payload, urgency }) => [payload.title, urgency])).toEqual([
    ['An app charged you as you allowed', 'normal'],
    ['An app could not charge you', 'normal'],
    ['Your child asks you to approve a payment', 'high'],
  ]);
});

test('tells of alarms immediately and with high urgency, and not of the own apps', async () => {
  const citra = await newReceiver();
  await citra.client.post('/v1/apps', { name: 'Mine', origins: ['https://mine.example'] });
  await service.db.query("select tell_owner($1, 'app.verified', $2, $3)", [
    await identityOf(citra.handle),
    { clientId: 'c', name: 'Mine' },
    service.clock.now(),
  ]);
  await givePasskey(citra.client, { name: 'Phone' });
  const [alarm] = await pushed(citra.device);
  expect(alarm).toMatchObject({
    urgency: 'high',
    payload: { title: 'A passkey was added to your PID', path: '/notices' },
  });
  expect(alarm!.payload.body).toContain('“Phone”');
  await expect.poll(waiting).toBe(0);
  expect(citra.device.received).toHaveLength(1);
});

test('does not tell of money that came in before the device was added', async () => {
  const [budi, citra] = [await newSender(), await newPlayer(service)];
  await send(budi, citra.pid, 1000);
  service.clock.advanceSeconds(60);
  await citra.client.post('/v1/auth/refresh');
  const device = await add(citra.client);
  await watch();
  await budi.client.post('/v1/auth/refresh');
  await send(budi, citra.pid, 2000);
  await watch();
  const [one] = await pushed(device);
  expect(one!.payload.body).toContain('Rp2,000');
  expect((await citra.client.get('/v1/notices')).body.items).toHaveLength(2);
});

test('after an outage of more than a day, tells of nothing old', async () => {
  const [budi, citra] = [await newSender(), await newReceiver()];
  await send(budi, citra.pid, 1000);
  service.clock.advanceSeconds(86_400 + 60);
  await service.service.runJob('note all incoming money');
  await deliver();
  expect(await waiting()).toBe(0);
  expect(citra.device.received).toEqual([]);
});

test('compares all players now and then, so that no money is missed', async () => {
  const [budi, citra] = [await newSender(), await newReceiver()];
  await send(budi, citra.pid, 1000);
  await service.service.runJob('note all incoming money');
  await pushed(citra.device);
});

describe('delivery', () => {
  test('does not hold up the request that caused it, and repeats what the push service defers, as late as it asks', async () => {
    const citra = await newReceiver();
    citra.device.answer({ status: 503, headers: { 'retry-after': '900' } });
    await givePasskey(citra.client);
    const dueIn = async () => {
      const { rows } = await service.db.query<{ due: Date; attempts: number }>(
        'select due_at as due, attempts from notice_pushes',
      );
      return rows.map(({ due, attempts }) => [
        attempts,
        Math.round((due.getTime() - service.clock.nowMillis()) / 60_000),
      ]);
    };
    await expect.poll(dueIn).toEqual([[1, 15]]);
    citra.device.answer({ status: 201 });
    service.clock.advanceSeconds(600);
    await deliver();
    expect(await dueIn()).toEqual([[1, 5]]);
    expect(citra.device.received).toEqual([]);
    service.clock.advanceSeconds(320);
    await deliver();
    await pushed(citra.device);
    await expect.poll(waiting).toBe(0);
  });

  test('does not wait for push services that do not answer, and sends a player five at once from each node', async () => {
    const thief = await newReceiver();
    const devices = [thief.device];
    for (let count = 0; count < 19; count += 1) devices.push(await add(thief.client));
    for (const device of devices) device.answer(null);
    const requests = () => devices.reduce((sum, device) => sum + device.requests(), 0);
    await givePasskey(thief.client);
    await expect.poll(requests).toBeGreaterThan(0);
    const citra = await newReceiver();
    await givePasskey(citra.client);
    await pushed(citra.device);
    expect(requests()).toBeLessThanOrEqual(10);
    await service.db.query('delete from notice_pushes');
  });

  test('is taken over by another node after the lease of a node that died', async () => {
    const citra = await newReceiver();
    citra.device.answer(null);
    await givePasskey(citra.client);
    const attempts = async () =>
      (await service.db.query<{ attempts: number }>('select attempts from notice_pushes')).rows.map(
        (row) => row.attempts,
      );
    await expect.poll(() => citra.device.requests()).toBe(1);
    expect(await attempts()).toEqual([1]);
    citra.device.answer({ status: 201 });
    await deliver(otherNode);
    expect(await attempts()).toEqual([1]);
    expect(citra.device.received).toEqual([]);
    service.clock.advanceSeconds(601);
    await otherNode.db.query("select pg_notify('pid', 'notice:')");
    await pushed(citra.device);
    await expect.poll(waiting).toBe(0);
  });

  test('by two nodes at the same time reaches each device once', async () => {
    const [budi, citra] = [await newSender(), await newReceiver()];
    const devices = [citra.device];
    for (let count = 0; count < 11; count += 1) devices.push(await add(citra.client));
    await send(budi, citra.pid, 1000);
    await Promise.all([watch(), watch(otherNode), deliver(), deliver(otherNode)]);
    await Promise.all([deliver(), deliver(otherNode)]);
    await expect.poll(waiting).toBe(0);
    expect(devices.map(({ received }) => received.length)).toEqual(devices.map(() => 1));
  });

  test.each([404, 410, 403])('removes a device for which the push service answers %i', async (status) => {
    const citra = await newReceiver();
    citra.device.answer({ status });
    await givePasskey(citra.client);
    await expect.poll(waiting).toBe(0);
    expect(await devicesOf(citra.client)).toEqual([]);
  });

  test('gives up what is refused for good, and keeps the device', async () => {
    const citra = await newReceiver();
    citra.device.answer({ status: 413 });
    await givePasskey(citra.client);
    await expect.poll(waiting).toBe(0);
    expect(await devicesOf(citra.client)).toHaveLength(1);
  });

  test('stops after thirty notices of a type in an hour; the page lists all', async () => {
    const [budi, citra] = [await newSender(), await newReceiver()];
    for (let count = 0; count < 32; count += 1) await send(budi, citra.pid, 1);
    await watch();
    await expect.poll(waiting).toBe(0);
    expect(citra.device.received).toHaveLength(30);
    expect((await citra.client.get('/v1/notices')).body.unread).toBe(32);
  });

  test('drops a device that subscribed with a key that the service no longer has', async () => {
    const citra = await newReceiver();
    await service.db.query("update push_subscriptions set server_key = 'lost' where identity_id = $1", [
      await identityOf(citra.handle),
    ]);
    expect(await devicesOf(citra.client)).toEqual([]);
    await givePasskey(citra.client);
    await expect.poll(waiting).toBe(0);
    expect(citra.device.received).toEqual([]);
    expect(
      (await service.db.query("select from push_subscriptions where server_key = 'lost'")).rowCount,
    ).toBe(0);
  });
});

describe('a device', () => {
  const stored = async (device: FakeDevice) =>
    (
      await service.db.query('select from push_subscriptions where endpoint = $1', [
        device.subscription.endpoint,
      ])
    ).rowCount;

  test('is removed with its session', async () => {
    const citra = await newReceiver();
    expect((await citra.client.post('/v1/auth/logout')).status).toBe(200);
    expect(await stored(citra.device)).toBe(0);
  });

  test('is removed when another session ends all others', async () => {
    const citra = await newReceiver();
    const elsewhere = service.client();
    await signInAs(elsewhere, citra.email);
    const passkey = await givePasskey(elsewhere);
    expect(
      (await withStepUp(elsewhere, passkey, { method: 'DELETE', path: '/v1/auth/sessions' })).status,
    ).toBe(200);
    expect(await stored(citra.device)).toBe(0);
  });

  test('gets nothing after its session has expired, and is then forgotten', async () => {
    const [budi, citra] = [await newSender(), await newReceiver()];
    service.clock.advanceSeconds(31 * 86_400);
    await signInAs(budi.client, budi.email);
    await send(budi, citra.pid, 1000);
    await watch();
    await expect.poll(waiting).toBe(0);
    expect([citra.device.received, await stored(citra.device)]).toEqual([[], 1]);
    await service.service.forget();
    expect(await stored(citra.device)).toBe(0);
  });

  test('of a browser that another player signs in to belongs to that player', async () => {
    const [citra, dewi] = [await newReceiver(), await newPlayer(service)];
    await add(dewi.client, citra.device);
    expect(await devicesOf(citra.client)).toEqual([]);
    await givePasskey(citra.client, { name: 'Secret of citra' });
    await givePasskey(dewi.client, { name: 'Phone of dewi' });
    const [one] = await pushed(citra.device);
    expect(one!.payload.body).toContain('Phone of dewi');
    await expect.poll(waiting).toBe(0);
  });

  test('that is added again keeps its id and is recorded once; removing it stops notifications', async () => {
    const citra = await newReceiver();
    const [{ id }] = await devicesOf(citra.client);
    await add(citra.client, citra.device, { showDetails: false });
    const [again] = await devicesOf(citra.client);
    expect(again).toMatchObject({ id, showDetails: false });
    const stranger = await newPlayer(service);
    expect((await stranger.client.delete(`/v1/push-subscriptions/${id}`)).status).toBe(404);
    expect((await citra.client.delete(`/v1/push-subscriptions/${id}`)).status).toBe(200);
    expect((await citra.client.delete(`/v1/push-subscriptions/${id}`)).status).toBe(404);
    await givePasskey(citra.client);
    await expect.poll(waiting).toBe(0);
    expect(citra.device.received).toEqual([]);
    const actions = (await citra.client.get('/v1/identity/activity')).body.items.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.filter((action: string) => action.startsWith('push.'))).toEqual([
      'push.removed',
      'push.added',
    ]);
  });

  test('is one of at most twenty: the oldest one is removed', async () => {
    const citra = await newReceiver();
    for (let count = 0; count < 20; count += 1) await add(citra.client);
    expect(await devicesOf(citra.client)).toHaveLength(20);
    expect(await stored(citra.device)).toBe(0);
  });

  test('is exported, and erased with the identity', async () => {
    const citra = await newReceiver();
    const { notices } = (await citra.client.get('/v1/identity/export')).body;
    expect(notices.pushDevices).toMatchObject([
      { endpoint: citra.device.subscription.endpoint, language: 'en' },
    ]);
    expect((await citra.client.delete('/v1/identity/me', {})).status).toBe(200);
    expect(await stored(citra.device)).toBe(0);
  });

  test.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://push.example.com:8443/x',
    'https://user@push.example.com/x',
    'https://push.example.com/x y',
    'ftp://push.example.com/x',
    'not an address',
  ])('at %s is refused', async (endpoint) => {
    const { client } = await newPlayer(service);
    const { keys } = push.device().subscription;
    const refused = await client.post('/v1/push-subscriptions', {
      endpoint,
      keys,
      language: 'en',
      showDetails: true,
    });
    expect([refused.status, refused.headers.get('pid-error')]).toEqual([400, 'push_endpoint_refused']);
  });
});

test('a service without notifications offers none, takes no devices and queues nothing', async () => {
  const off = await startTestService({ PID_PUSH: 'off' });
  const { client } = await newPlayer(off);
  expect((await client.get('/v1/push-subscriptions')).body).toEqual({ publicKey: null, items: [] });
  const { subscription } = push.device();
  const refused = await client.post('/v1/push-subscriptions', {
    ...subscription,
    language: 'en',
    showDetails: true,
  });
  expect([refused.status, refused.headers.get('pid-error')]).toEqual([409, 'push_off']);
});
