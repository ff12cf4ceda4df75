import { expect, test, vi } from 'vitest';
import { allowApp, bearing, machineTokenOf } from '../../test/app-helper.ts';
import type { Answer } from '../../test/http-client.ts';
import { rowsRead } from '../../test/rows-read.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import {
  identityOf,
  letTimePass,
  openShop,
  richPlayer,
  type Shop,
} from '../payments/testing/payment-fixture.ts';
import { numberEvents, sweepEvents } from './app-events.store.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_events@pid' });
const otherNode = await startTestService({}, service);
const { admin } = await signInAdministrator(service, 'dewi_events');

interface Event {
  number: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

const feed = async (shop: Shop, query = '') => (await shop.ask('GET', `/events${query}`)).body;
/** Waits until the app has `count` events and returns their types. */
async function typesOf(shop: Shop, count: number): Promise<string[]> {
  await expect.poll(async () => (await feed(shop)).last, { interval: 50 }).toBe(count);
  const { items } = (await feed(shop)) as { items: Event[] };
  expect(items.map(({ number }) => number)).toEqual(items.map((_, index) => index + 1));
  return items.map(({ type }) => type);
}
const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error'),
];

test('numbers new events by index lookups, also with a plan from when there were few', async () => {
  await service.db.query('analyze app_events');
  // The sequencers of the nodes do not see events that are not committed, but one of them may just hold the lock.
  const read = await vi.waitUntil(() =>
    service.db.transaction(async (tx) => {
      let counts: (number | null)[] = [];
      const { scans } = await rowsRead(tx, 'app_events', async () => {
        for (let time = 0; time < 8; time += 1) {
          await tx.query(
            `insert into app_events (client_id, type, data, at) values ('app_plans', 'app.paused', '{}', now())`,
          );
          counts = [...counts, await numberEvents(tx, 2000)];
        }
      });
      return counts.every((count) => count === 1) ? { scans } : null;
    }),
  );
  expect(read).toEqual({ scans: 0 });
});

test('reports events of payments, players and the app in order', async () => {
  const shop = await openShop(service);
  const budi = await richPlayer(service);
  expect(await feed(shop)).toEqual({ items: [], last: 0 });
  await allowApp(budi.client, shop);
  const { body: paid } = await shop.create({ pid: budi.pid });
  await budi.confirm(paid.id, 10_100);
  await shop.ask('POST', `/payments/${paid.id}/refunds`, { amount: 1000 });
  const { body: hold } = await shop.create({ capture: 'manual', captureWithinSeconds: 60 });
  await budi.confirm(hold.id, 10_100);
  await letTimePass(service, hold.id, 46);
  await service.db.query('select tell_due_captures(10), tell_due_captures(10)');
  await shop.ask('POST', `/payments/${hold.id}/capture`, {});
  await shop.owner.post(`/v1/apps/${shop.clientId}/payouts`, { amount: 5000 });
  await admin.post(`/v1/admin/apps/${shop.clientId}/verify`, {});
  await admin.post(`/v1/admin/apps/${shop.clientId}/unverify`, {});
  await admin.post(`/v1/admin/apps/${shop.clientId}/pause`, { reason: 'a look' });
  await admin.post(`/v1/admin/apps/${shop.clientId}/resume`, { reason: 'a look' });
  await admin.post(`/v1/admin/identities/${shop.ownerPid}/suspend`, { reason: 'a test' });
  await admin.post(`/v1/admin/identities/${shop.ownerPid}/reactivate`, { reason: 'a test' });
  await admin.post(`/v1/admin/identities/${budi.pid}/suspend`, { reason: 'a test' });
  await admin.post(`/v1/admin/identities/${budi.pid}/reactivate`, { reason: 'a test' });
  expect(await typesOf(shop, 15)).toEqual([
    'connection.created',
    'payment.paid',
    'payment.refunded',
    'payment.held',
    'payment.capture_due',
    'payment.captured',
    'payout.posted',
    'app.verified',
    'app.unverified',
    'app.paused',
    'app.resumed',
    'app.paused',
    'app.resumed',
    'player.suspended',
    'player.reactivated',
  ]);
  const { items } = await feed(shop, '?after=1&limit=2');
  expect(items).toEqual([
    {
      number: 2,
      type: 'payment.paid',
      at: expect.any(String),
      data: {
        paymentId: paid.id,
        reference: paid.reference,
        status: 'paid',
        amount: 10_000,
        captured: 10_000,
        refunded: 0,
        payer: budi.pid,
      },
    },
    {
      number: 3,
      type: 'payment.refunded',
      at: expect.any(String),
      data: expect.objectContaining({ refund: { id: expect.any(String), amount: 1000 }, refunded: 1000 }),
    },
  ]);
});

test('reports declined, expired, cancelled and voided payments, ended connections and deleted players', async () => {
  const shop = await openShop(service);
  const budi = await richPlayer(service, 10_100n);
  await allowApp(budi.client, shop);
  const [declined, expired, cancelled, voided] = await Promise.all(
    ['automatic', 'automatic', 'automatic', 'manual'].map(
      async (capture) => (await shop.create({ capture })).body.id as string,
    ),
  );
  await budi.client.post(`/v1/payments/${declined}/decline`, {});
  await letTimePass(service, expired!, 3600);
  await service.db.query("select payment_end($1, 'expired', null)", [expired]);
  await shop.ask('POST', `/payments/${cancelled}/cancel`, {});
  await budi.confirm(voided!, 10_100);
  await shop.ask('POST', `/payments/${voided}/void`, {});
  await budi.client.delete(`/v1/connected-apps/${shop.clientId}`);
  await allowApp(budi.client, shop);
  await admin.post(`/v1/admin/identities/${budi.pid}/suspend`, { reason: 'a test' });
  expect((await typesOf(shop, 9)).slice(0, 9)).toEqual([
    'connection.created',
    'payment.declined',
    'payment.expired',
    'payment.cancelled',
    'payment.held',
    'payment.void',
    'connection.ended',
    'connection.created',
    'player.suspended',
  ]);
  const gone = await newPlayer(service);
  await allowApp(gone.client, shop);
  await gone.client.delete('/v1/identity/me', {});
  expect((await typesOf(shop, 12)).slice(9)).toEqual([
    'connection.created',
    'player.deleted',
    'connection.ended',
  ]);
  expect(await identityOf(service, gone.handle)).toBeDefined();
});

test('numbers events in commit order, so that a reader misses none', async () => {
  const shop = await openShop(service);
  const say = (text: string) =>
    [`select tell_app($1, 'app.verified', $2)`, [shop.clientId, { text }]] as const;
  await service.db.transaction(async (tx) => {
    await tx.query(...say('first written'));
    await service.db.query(...say('first committed'));
    await expect.poll(async () => (await feed(shop)).last, { interval: 50 }).toBe(1);
  });
  await typesOf(shop, 2);
  const { items } = (await feed(shop)) as { items: Event[] };
  expect(items.map(({ data }) => data['text'])).toEqual(['first committed', 'first written']);
});

test('two nodes number events concurrently without gaps or duplicates', async () => {
  const shop = await openShop(service);
  await Promise.all(
    Array.from({ length: 300 }, () =>
      service.db.query("select tell_app($1, 'app.verified', '{}')", [shop.clientId]),
    ),
  );
  await expect.poll(async () => (await feed(shop)).last, { interval: 50 }).toBe(300);
  const { items } = (await feed(shop, '?limit=500')) as { items: Event[] };
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});

/**
 * Sends twelve long polls, of which ten may wait. Returns once the other two are refused; the ten complete
 * later.
 */
async function letTenWait(ask: () => Promise<Answer>): Promise<{ answered: Promise<Answer[]> }> {
  let refused = 0;
  const asked = Array.from({ length: 12 }, async () => {
    const answer = await ask();
    if (answer.status === 429) refused += 1;
    return answer;
  });
  const answered = Promise.all(asked).then((all) => all.filter(({ status }) => status === 200));
  await expect.poll(() => refused).toBe(2);
  return { answered };
}

test('a long poll returns when an event occurs on another node, and holds no database connection', async () => {
  const shop = await openShop(service);
  const { body: payment } = await shop.create();
  const { answered } = await letTenWait(() => shop.ask('GET', '/events?after=0&wait=25'));
  // The ten waiting requests leave the pool of ten connections free.
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.ask('GET', '/payments')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const path = `/v1/apps/${shop.clientId}/payments/${payment.id}/cancel`;
  await otherNode.client().post(path, {}, shop.machine);
  const news = await answered;
  expect(news).toHaveLength(10);
  for (const { body } of news)
    expect(body.items.map(({ type }: Event) => type)).toEqual(['payment.cancelled']);
});

test('a stopping node responds to waiting long polls', async () => {
  const shop = await openShop(service);
  const stopping = await startTestService({}, service);
  const path = `/v1/apps/${shop.clientId}/events?after=0&wait=25`;
  const { answered } = await letTenWait(() => stopping.client().get(path, shop.machine));
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  const closed = stopping.service.close();
  // Long before the 25 seconds of the long poll.
  await expect.poll(() => isAnswered, { timeout: 12_000 }).toBe(true);
  await closed;
  expect((await answered).map(({ body }) => body)).toEqual(
    Array.from({ length: 10 }, () => ({ items: [], last: 0 })),
  );
});

test('refuses a cursor older than 30 days as gone and a future one as ahead', async () => {
  const shop = await openShop(service);
  for (let count = 0; count < 3; count += 1)
    await service.db.query("select tell_app($1, 'app.verified', '{}')", [shop.clientId]);
  await typesOf(shop, 3);
  expect(told(await shop.ask('GET', '/events?after=4'))).toEqual([409, 'events_ahead; last=3']);
  await service.db.query(
    "update app_events set at = at - interval '31 days' where client_id = $1 and number <= 2",
    [shop.clientId],
  );
  const before = new Date(service.clock.nowMillis() - 30 * 86_400_000);
  await sweepEvents(service.db, before, 1000);
  expect(told(await shop.ask('GET', '/events?after=1'))).toEqual([410, 'events_gone; oldest=3']);
  expect((await feed(shop, '?after=2')).items).toHaveLength(1);
  expect((await feed(shop)).items.map(({ number }: Event) => number)).toEqual([3]);
});

test('only the app itself can read its events', async () => {
  const [shop, rival] = [await openShop(service), await openShop(service)];
  expect((await shop.ask('GET', '/events', undefined, rival.machine)).status).toBe(404);
  expect((await shop.owner.get(`/v1/apps/${shop.clientId}/events`)).status).toBe(403);
  const plain = bearing(await machineTokenOf(service.client(), shop));
  expect((await shop.ask('GET', '/events', undefined, plain)).status).toBe(200);
});
