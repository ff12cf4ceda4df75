import { createAppClient, type AppEvent } from '@pid/sdk/server';
import { expect, test } from 'vitest';
import { beginPurchase, workOff } from '../../examples/game/server/sell-items.ts';
import {
  findings,
  openShop,
  richPlayer,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { Killed, oneLife, storeOf, tillOf, type Records } from './killed-shop.ts';

const service = await startTestService();
const shop = await openShop(service);
const till = createAppClient({ ...shop, baseUrl: service.baseUrl, scope: 'read payments' });
const records: Records = { orders: new Map(), lastEvent: 0 };
const sword = { name: 'A golden sword', price: 1000 };

async function eventsAfter(after: number): Promise<AppEvent[]> {
  return (await shop.ask('GET', `/events?after=${after}&limit=500`)).body.items;
}
const statusOf = async (reference: string) =>
  (await till.payments.list({ limit: 100 })).items.find((payment) => payment.reference === reference)?.status;

/** Lives of the server until nothing is left to do; each dies at its `diesAt`-th await but the last. Returns how many awaits the first had. */
async function sell(
  reference: string,
  buyer: Awaited<ReturnType<typeof richPlayer>>,
  diesAt: number,
  when: 'before' | 'after',
) {
  let isPaid = false;
  for (let life = 1; ; life += 1) {
    const { step, awaits } = oneLife(life === 1 ? diesAt : 0, when);
    const [store, counter] = [storeOf(records, step), tillOf(till, step)];
    try {
      const wish = { reference, item: sword, buyer: buyer.pid, returnTo: 'http://localhost:4200/' };
      const payment = await beginPurchase(counter, store, wish);
      if (!isPaid) expect((await buyer.confirm(payment.id, payment.total)).status).toBe(200);
      isPaid = true;
      // Its event is numbered a moment later.
      await expect
        .poll(async () => (await eventsAfter(0)).some(({ data }) => data['reference'] === reference), {
          timeout: 30_000,
        })
        .toBe(true);
      for (const event of await eventsAfter(await store.lastEvent())) await workOff(counter, store, event);
      return awaits();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

test('a server that is killed at any await gives what is paid for, and takes the money for what it gave', async () => {
  const buyer = await richPlayer(service, 1_000_000n);
  const awaits = await sell('whole', buyer, 0, 'before');
  expect(awaits).toBeGreaterThan(6);
  const sold = ['whole'];
  for (let at = 1; at <= awaits; at += 1)
    for (const when of ['before', 'after'] as const) {
      const reference = `killed-${at}-${when}`;
      await sell(reference, buyer, at, when);
      sold.push(reference);
    }
  for (const reference of sold) {
    expect([reference, await statusOf(reference)]).toEqual([reference, 'paid']);
    expect(records.orders.get(reference)).toEqual({ buyer: buyer.pid, isGranted: true, grants: 1 });
  }
  expect(await buyer.balance()).toMatchObject({ balance: 1_000_000 - sold.length * 1100, held: 0 });
  expect((await till.balance()).balance).toBe(sold.length * 1000);
  expect(await findings(service)).toEqual([]);
});

test('money that went back before it could be taken takes the item along', async () => {
  const buyer = await richPlayer(service, 100_000n);
  const step = oneLife(0, 'before').step;
  const store = storeOf(records, step);
  const payment = await beginPurchase(till, store, {
    reference: 'too-late',
    item: sword,
    buyer: buyer.pid,
    returnTo: 'http://localhost:4200/',
  });
  await buyer.confirm(payment.id, payment.total);
  // Granted, and then dead for longer than the money is held.
  await store.grant('too-late');
  await service.db.query('update payments set capture_by = clock_timestamp() where id = $1', [payment.id]);
  await expect.poll(() => statusOf('too-late'), { timeout: 30_000, interval: 200 }).toBe('void');
  await expect
    .poll(async () => (await eventsAfter(records.lastEvent)).map(({ type }) => type), { timeout: 30_000 })
    .toContain('payment.void');
  for (const event of await eventsAfter(records.lastEvent)) await workOff(till, store, event);
  expect(records.orders.get('too-late')?.isGranted).toBe(false);
  expect(await buyer.balance()).toMatchObject({ balance: 100_000, held: 0 });
});

test('the feed of the SDK goes on where it was, through a token that ended, and stops when told', async () => {
  const after = (await eventsAfter(0)).length - 2;
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const event of till.events({ after, signal: stop.signal })) {
    seen.push(event.number);
    if (seen.length === 2) stop.abort();
  }
  expect(seen).toEqual([after + 1, after + 2]);
  await expect(till.events({ after: 1_000_000 }).next()).rejects.toMatchObject({ code: 'events_ahead' });
});
