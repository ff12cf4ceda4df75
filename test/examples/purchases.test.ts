import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAppClient } from '@pid/sdk/server';
import { expect, onTestFinished, test } from 'vitest';
import { openItemStore } from '../../examples/game/server/item-store.ts';
import { beginPurchase, buy, keepShop, type Till } from '../../examples/game/server/sell-items.ts';
import {
  findings,
  openShop,
  richPlayer,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { openStreet, tally } from './killed-shops/sell-killed.ts';

const withoutLimits = { PID_STEP_UP_AMOUNT: '1000000000', PID_DAILY_LIMIT: '1000000000' };
const service = await startTestService(withoutLimits);
const sword = { id: 'sword', name: 'A golden sword', price: 1000 };
const returnTo = 'http://localhost:4200/pid-callback.html';
const patience = { interval: 100 };

async function aShop() {
  const shop = await openShop(service);
  const till: Till = createAppClient({ ...shop, baseUrl: service.baseUrl, scope: 'read payments' });
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-orders-'));
  const file = path.join(folder, 'orders.jsonl');
  const store = await openItemStore(file);
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await rm(folder, { recursive: true, force: true });
  });
  return { shop, till, file, store, open: () => void keepShop(till, store, stop.signal) };
}

test('the example server, killed with kill -9 at each of its awaits, delivers every paid item and captures the money of every delivered one', async () => {
  // A purchase has ten awaits from the order to the last event. At each await, one shop dies before it and
  // another after it.
  const deadly = Array.from({ length: 10 }, (_, index) => index + 1);
  const deaths = deadly.flatMap((at) =>
    (['before', 'after'] as const).map((when) => ({ at, when, since: 'purchase' as const })),
  );
  const street = await openStreet(service, deaths.length);
  onTestFinished(street.close);
  const killed = await street.live(({ index }) => ({ buys: true, death: deaths[index]! }));
  const steps = ['order', 'payments', 'payment', 'give', 'capture', 'remember', 'events'];
  for (const step of steps)
    for (const when of ['before', 'after']) expect(killed.deaths).toContain(`${when} ${step}`);
  // The shops restart and are killed while they finish the interrupted purchases.
  await street.live(({ index }) => ({ buys: false, death: { ...deaths[index]!, since: 'start' } }));
  await street.live(() => ({ buys: false, death: null }));
  expect(await tally(service, street)).toEqual({
    purchases: deaths.length,
    paidNotGiven: [],
    givenNotPaid: [],
    givenTwice: [],
    wrongMoney: [],
  });
  expect(await findings(service)).toEqual([]);
});

test('takes the item back when the hold expired before the capture', async () => {
  const { till, store, open } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const wish = { reference: 'too-late', item: sword, buyer: buyer.pid, returnTo };
  const payment = await beginPurchase(till, store, wish);
  await buyer.confirm(payment.id, payment.total);
  // The shop delivered, and then was down for longer than the hold lasts.
  await store.give('too-late');
  await service.db.query('update payments set capture_by = clock_timestamp() where id = $1', [payment.id]);
  open();
  await expect.poll(() => store.find('too-late')?.status, patience).toBe('ended');
  expect(await buyer.balance()).toMatchObject({ balance: 100_000, held: 0 });
});

test('continues an open order; an item bought twice concurrently is delivered once and paid once', async () => {
  const { shop, till, store, open } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const wish = { item: sword, buyer: buyer.pid, returnTo };
  const first = (await buy(till, store, wish))!;
  expect((await buy(till, store, wish))!.id).toBe(first.id);
  // The player declined on PID's page: the next press of the button creates another order.
  await buyer.client.post(`/v1/payments/${first.id}/decline`, {});
  const second = (await buy(till, store, wish))!;
  expect([second.status, second.id === first.id]).toEqual(['open', false]);
  const twin = await beginPurchase(till, store, { ...wish, reference: 'twin' });
  for (const { id, total } of [second, twin]) expect((await buyer.confirm(id, total)).status).toBe(200);
  open();
  const statuses = async () =>
    (await till.payments.list()).items
      .map(({ status }) => status)
      .toSorted((left, right) => left.localeCompare(right));
  await expect.poll(statuses, patience).toEqual(['declined', 'paid', 'void']);
  expect(await buyer.balance()).toMatchObject({ balance: 100_000 - 1100, held: 0 });
  expect((await shop.ask('GET', '/balance')).body.balance).toBe(1000);
  expect(await buy(till, store, wish)).toBeNull();
});

test('a shop that was down for longer than the feed is kept checks every order', async () => {
  const { shop, till, store, open } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const [kept, lost] = [
    await beginPurchase(till, store, { reference: 'kept', item: sword, buyer: buyer.pid, returnTo }),
    await beginPurchase(till, store, {
      reference: 'lost',
      item: { ...sword, id: 'shield' },
      buyer: buyer.pid,
      returnTo,
    }),
  ];
  for (const { id, total } of [kept, lost]) await buyer.confirm(id, total);
  await store.give('lost');
  await till.payments.void(lost.id);
  await expect.poll(async () => (await shop.ask('GET', '/events')).body.last, patience).toBe(3);
  await store.rememberEvent(1);
  await service.db.query("select sweep_app_events(clock_timestamp() + interval '1 second', 100)");
  open();
  await expect.poll(() => store.find('lost')?.status, patience).toBe('ended');
  await expect.poll(() => store.find('kept')?.status, patience).toBe('given');
  await expect.poll(async () => (await till.payments.get(kept.id)).status, patience).toBe('paid');
  await expect.poll(() => store.lastEvent(), patience).toBe(4);
});

test('cuts off an incomplete line after a crash and continues the journal', async () => {
  const { file, store } = await aShop();
  await store.order({ reference: 'whole', item: 'sword', buyer: 'budi@pid' });
  await store.close();
  await writeFile(file, `${await readFile(file, 'utf8')}{"status":"gi`);
  const again = await openItemStore(file);
  expect(again.find('whole')?.status).toBe('open');
  expect(await again.give('whole')).toBe(true);
  await again.close();
  const third = await openItemStore(file);
  onTestFinished(third.close);
  expect(third.find('whole')?.status).toBe('given');
});

test('the feed of the SDK continues after the given event, and stops on abort', async () => {
  const { shop, till } = await aShop();
  for (let made = 0; made < 4; made += 1) {
    const { body } = await shop.create();
    await shop.ask('POST', `/payments/${body.id}/cancel`, {});
  }
  await expect.poll(async () => (await shop.ask('GET', '/events')).body.last, patience).toBe(4);
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const event of till.events({ after: 2, signal: stop.signal })) {
    seen.push(event.number);
    if (seen.length === 2) stop.abort();
  }
  expect(seen).toEqual([3, 4]);
  await expect(till.events({ after: 1_000_000 }).next()).rejects.toMatchObject({ code: 'events_ahead' });
});
