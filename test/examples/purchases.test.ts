import { createAppClient } from '@pid/sdk/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { releaseTest } from '../support/release-test.ts';
import { buy } from '../../examples/game/server/shop.ts';
import {
  beginPass,
  keepPasses,
  schema as passSchema,
  type App as PassApp,
} from '../../examples/shop/pass.mjs';
import { beginPurchase, keepShop, schema, type App } from '../../examples/shop/sell.mjs';
import { approve, openPayer } from '../../packages/server/src/allowances/testing/allowance-fixture.ts';
import {
  findings,
  openShop,
  richPlayer,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { copyDatabase, emptyDatabase, poolOn } from '../../packages/server/test/new-database.ts';
import { startTestService, type TestService } from '../../packages/server/test/test-service.ts';
import { runCount, sampleOf, searchLimits } from '../support/searches.ts';
import type { Death } from './killed-shops/messages.ts';
import { fates, openStreet, tally, type Street } from './killed-shops/sell-killed.ts';

const withoutLimits = { PID_STEP_UP_AMOUNT: '1000000000', PID_DAILY_LIMIT: '1000000000' };
const service = await startTestService(withoutLimits);
const sword = { id: 'sword', name: 'A golden sword', price: 1000 };
const returnTo = 'http://localhost:4200/pid-callback.html';
const patience = { interval: 100 };

async function aShop(at: TestService = service) {
  const shop = await openShop(at);
  const till = createAppClient({ ...shop, baseUrl: at.baseUrl, scope: 'read payments' });
  const { ownerUrl } = await emptyDatabase();
  const db = poolOn(ownerUrl, 2);
  const closers: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(closers.map((close) => close()));
    await db.end();
  });
  await db.query(schema);
  const open = (app: App = till) => {
    const stop = new AbortController();
    const kept = keepShop(app, db, stop.signal);
    const close = async () => {
      stop.abort();
      await kept;
    };
    closers.push(close);
    return close;
  };
  const stateOf = async (reference: string) => {
    const found = await db.query<{ state: string }>('select state from orders where reference = $1', [
      reference,
    ]);
    return found.rows[0]?.state;
  };
  return { shop, till, db, open, stateOf };
}

/** Every step of the first lives, at its first and its second time, before and after it. */
function deathsAt(steps: ReadonlyMap<string, number>): Death[] {
  return [...steps].flatMap(([step, count]) =>
    [1, 2]
      .slice(0, count)
      .flatMap((nth) => (['before', 'after'] as const).map((when) => ({ step, nth, when }))),
  );
}

async function expectRight(street: Street): Promise<void> {
  const purchases = street.shops.reduce((sum, { sold }) => sum + sold.length, 0);
  await expect.poll(() => tally(service, street), patience).toEqual({ purchases, wrong: [] });
  expect(await findings(service)).toEqual([]);
}

describe('killed with kill -9 at its queries and requests', () => {
  let street: Street;
  const known = new Map<string, number>();

  beforeAll(async () => {
    street = await openStreet(service, runCount(3, 48));
    const { steps } = await street.live(() => ({ buys: true, death: null }));
    for (const [step, count] of steps) known.set(step, count);
  });
  afterAll(() => street.close());

  test('delivers exactly what is paid in the end', searchLimits, async () => {
    expect([...known.keys()]).toEqual(
      expect.arrayContaining(['POST payments', 'GET events', 'GET {id}', 'POST capture']),
    );
    // Not every purchase gets to the step at which it would be killed; every purchase gets to this one.
    const certain = { death: { step: 'POST payments', nth: 1, when: 'after' }, fate: 'paid' } as const;
    const others = sampleOf(
      deathsAt(known).flatMap((death) => fates.map((fate) => ({ death, fate }))),
      street.shops.length - 1,
    );
    const cases = [certain, ...others];
    for (let from = 0; from < cases.length; from += street.shops.length) {
      const planned = cases.slice(from, from + street.shops.length);
      for (const shop of street.shops) shop.fate = planned[shop.index]?.fate ?? 'paid';
      const killed = await street.live(({ index }) => ({
        buys: true,
        death: planned[index]?.death ?? null,
      }));
      if (from === 0) expect(killed.deaths).toContain('after POST payments');
      await street.meanwhile();
      // The shops restart and are killed again, while they finish the interrupted purchases.
      const again = sampleOf(deathsAt(known), street.shops.length);
      const { steps } = await street.live(({ index }) => ({
        buys: false,
        death: again[(index + from) % again.length]!,
      }));
      for (const [step, count] of steps) known.set(step, Math.max(count, known.get(step) ?? 0));
      await street.live(() => ({ buys: false, death: null }));
      await expectRight(street);
    }
  });
});

test('sets the item aside before it captures the money', async () => {
  const street = await openStreet(service, 2);
  onTestFinished(street.close);
  const when = ['before', 'after'] as const;
  const { deaths } = await street.live(({ index }) => ({
    buys: true,
    death: { step: 'POST capture', nth: 1, when: when[index]! },
  }));
  expect(deaths).toEqual(['before POST capture', 'after POST capture']);
  for (const { db } of street.shops)
    expect((await db.query('select state from orders')).rows).toEqual([{ state: 'reserved' }]);
  await street.live(() => ({ buys: false, death: null }));
  await expectRight(street);
});

releaseTest(
  'two processes on the same orders deliver once, and one finishes what the other has begun',
  async () => {
    const street = await openStreet(service, 4);
    onTestFinished(street.close);
    const twin = await street.openTwin();
    const steps = ['GET {id}', 'POST capture', 'update orders set settled = greatest(settled', 'GET events'];
    await street.live(({ index }) => ({
      buys: true,
      death: { step: steps[index]!, nth: 1, when: index % 2 ? 'before' : 'after' },
    }));
    await street.live(() => ({ buys: true, death: null }));
    await twin.kill();
    await expectRight(street);
  },
);

test('does not deliver for a payment that was voided while the shop was down', async () => {
  const { till, db, open, stateOf } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const first = await beginPurchase(till, db, {
    reference: 'voided',
    item: sword,
    player: buyer.pid,
    returnTo,
  });
  await buyer.confirm(first.id, first.total);
  await till.payments.void(first.id);
  const next = await beginPurchase(till, db, { reference: 'next', item: sword, player: buyer.pid, returnTo });
  await buyer.confirm(next.id, next.total);
  open();
  await expect.poll(() => stateOf('next'), patience).toBe('given');
  await expect.poll(() => stateOf('voided'), patience).toBe('ended');
  expect(await buyer.balance()).toMatchObject({ balance: 100_000 - 1100, held: 0 });
});

test('continues an open order; an item bought twice concurrently is delivered once and paid once', async () => {
  const { shop, till, db, open } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const wish = { item: sword, player: buyer.pid, returnTo };
  const first = (await buy(till, db, wish))!;
  expect((await buy(till, db, wish))!.id).toBe(first.id);
  // The player declined on PID's page: the next press of the button creates another order.
  await buyer.client.post(`/v1/payments/${first.id}/decline`, {});
  const second = (await buy(till, db, wish))!;
  expect([second.status, second.id === first.id]).toEqual(['open', false]);
  const twins = await Promise.all(
    ['twin', 'paid twin'].map((reference) => beginPurchase(till, db, { ...wish, reference })),
  );
  for (const { id, total } of [second, ...twins]) expect((await buyer.confirm(id, total)).status).toBe(200);
  // Somebody captured this one by hand. Money without an item goes back.
  await till.payments.capture(twins[1]!.id);
  open();
  const statuses = async () =>
    (await till.payments.list()).items.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b));
  await expect
    .poll(async () => (await statuses()).filter((status) => status === 'paid' || status === 'held'), patience)
    .toEqual(['paid']);
  await expect.poll(async () => (await buyer.balance()).balance, patience).toBe(100_000 - 1100);
  expect((await shop.ask('GET', '/balance')).body.balance).toBe(1000);
  await expect.poll(() => buy(till, db, wish), patience).toBeNull();
});

releaseTest('a shop that was down for longer than the feed is kept checks every order', async () => {
  const { shop, till, db, open, stateOf } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const order = (reference: string) =>
    beginPurchase(till, db, { reference, item: { ...sword, id: reference }, player: buyer.pid, returnTo });
  const [kept, lost] = [await order('kept'), await order('lost')];
  for (const { id, total } of [kept, lost]) await buyer.confirm(id, total);
  await till.payments.void(lost.id);
  await expect.poll(async () => (await shop.ask('GET', '/events')).body.last, patience).toBe(3);
  await db.query('insert into last_event (number) values (1)');
  await db.query("update orders set state = 'given', payment = $1 where reference = 'lost'", [lost.id]);
  await service.db.query("select sweep_app_events(clock_timestamp() + interval '1 second', 1000000)");
  open();
  await expect.poll(() => stateOf('lost'), patience).toBe('ended');
  await expect.poll(() => stateOf('kept'), patience).toBe('given');
  await expect.poll(async () => (await till.payments.get(kept.id)).status, patience).toBe('paid');
  await expect
    .poll(async () => (await db.query('select number::int from last_event')).rows, patience)
    .toEqual([{ number: 4 }]);
});

releaseTest('after PID was restored from a backup, players have the items that are still paid', async () => {
  const pid = await startTestService(withoutLimits);
  const { shop, till, db, open, stateOf } = await aShop(pid);
  const buyer = await richPlayer(pid, 100_000n);
  const order = (reference: string) =>
    beginPurchase(till, db, { reference, item: { ...sword, id: reference }, player: buyer.pid, returnTo });
  const sell = async (reference: string) => {
    const { id, total } = await order(reference);
    expect((await buyer.confirm(id, total)).status).toBe(200);
    await expect.poll(() => stateOf(reference), patience).toBe('given');
    return id;
  };
  const close = open();
  await sell('kept');
  const refunded = await sell('refunded');
  const confirmed = await order('confirmed');
  const restoredUrl = await copyDatabase(pid.connectionString);
  // The backup lacks everything from here on.
  await expect.poll(async () => (await fetch(`${pid.baseUrl}/readyz`)).status, patience).toBe(200);
  await sell('confirmed');
  await sell('created');
  await till.payments.refund(refunded, { amount: 1000, key: 'refund' });
  await expect.poll(() => stateOf('refunded'), patience).toBe('ended');
  await close();

  const restored = await startTestService(withoutLimits, { ...pid, connectionString: restoredUrl });
  const later = createAppClient({ ...shop, baseUrl: restored.baseUrl, scope: 'read payments' });
  expect((await later.payments.get(refunded)).status).toBe('paid');
  open(later);
  await expect.poll(() => stateOf('created'), patience).toBe('ended');
  await expect.poll(() => stateOf('confirmed'), patience).toBe('open');
  await expect.poll(async () => (await later.payments.get(refunded)).status, patience).toBe('refunded');
  expect([await stateOf('kept'), await stateOf('refunded')]).toEqual(['given', 'ended']);
  const client = restored.client();
  client.setCookie('pid_access', buyer.client.cookie('pid_access')!);
  expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 100_000 - 1100, held: 0 });
  // The player confirms again.
  expect((await buyer.confirm(confirmed.id, confirmed.total, client)).status).toBe(200);
  await expect.poll(() => stateOf('confirmed'), patience).toBe('given');
  expect(await findings(restored)).toEqual([]);
});

test('does not take an item back that another process has given meanwhile', async () => {
  const { till, db, open, stateOf } = await aShop();
  const buyer = await richPlayer(service, 100_000n);
  const { id } = await beginPurchase(till, db, {
    reference: 'restored',
    item: sword,
    player: buyer.pid,
    returnTo,
  });
  await db.query('insert into last_event (number) values (0)');
  await db.query("update orders set state = 'reserved', payment = $1, news = 1", [id]);
  // PID was restored to a time before the player confirmed. The player confirms again, and the other process delivers.
  const get = async () => {
    const payment = await till.payments.get(id);
    await db.query("update orders set state = 'given'");
    return payment;
  };
  open({ ...till, payments: { ...till.payments, get } });
  await expect
    .poll(async () => (await db.query('select settled from orders')).rows, patience)
    .toEqual([{ settled: 1 }]);
  expect(await stateOf('restored')).toBe('given');
});

test('refuses another item or player under the reference of an order', async () => {
  const { till, db } = await aShop();
  const [one, other] = [await richPlayer(service, 0n), await richPlayer(service, 0n)];
  const wish = { reference: 'again', item: sword, player: one.pid, returnTo };
  const { id } = await beginPurchase(till, db, wish);
  const shield = { ...sword, id: 'shield' };
  const another = 'Order again has another item or player';
  await expect(beginPurchase(till, db, { ...wish, item: shield })).rejects.toThrow(another);
  await expect(beginPurchase(till, db, { ...wish, player: other.pid })).rejects.toThrow(another);
  await expect(beginPurchase(till, db, { reference: 'again', item: sword, returnTo })).rejects.toThrow(
    another,
  );
  expect((await beginPurchase(till, db, wish)).id).toBe(id);
  expect((await db.query('select item, player from orders')).rows).toEqual([
    { item: 'sword', player: one.pid },
  ]);
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

describe('the loop of a monthly pass', () => {
  const pass = { id: 'pass', name: 'A monthly pass', price: 1000 };
  const total = 1100;

  async function aPassShop() {
    const { shop, till, db } = await aShop();
    await db.query(passSchema);
    const payer = await openPayer(service, shop, 100_000n);
    const begin = (reference: string) =>
      beginPass(till, db, { reference, item: pass, player: payer.pid, returnTo });
    const paidUntil = async (reference: string) =>
      (
        await db.query<{ paid_until: Date | null }>('select paid_until from passes where reference = $1', [
          reference,
        ])
      ).rows[0]!.paid_until?.toISOString();
    /** Runs the unchanged loop until it is stopped, or dies before or after the first time of a step, as if it was killed there. */
    const live = (death: Death | null = null, app: PassApp = till) => {
      const stop = new AbortController();
      const steps = new Set<string>();
      let isDead = false;
      let die = () => {};
      const died = new Promise<void>((resolve) => (die = resolve));
      const never = new Promise<never>(() => {});
      const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
        if (isDead) return never;
        const isLast = name === death?.step && !steps.has(name);
        steps.add(name);
        if (isLast && death.when === 'before') return end();
        const result = await work();
        return isLast ? end() : isDead ? never : result;
      };
      const end = () => {
        isDead = true;
        die();
        return never;
      };
      const query = (text: string, values?: unknown[]) =>
        step(text.trim().split(/\s+/).slice(0, 4).join(' '), () => db.query(text, values));
      const mortal = {
        ...app,
        allowances: {
          ...app.allowances,
          create: (wish: Parameters<PassApp['allowances']['create']>[0]) =>
            step('POST allowances', () => app.allowances.create(wish)),
        },
        payments: {
          ...app.payments,
          create: (wish: Parameters<PassApp['payments']['create']>[0]) =>
            step('POST payments', () => app.payments.create(wish)),
        },
      };
      void keepPasses(mortal, { query } as typeof db, stop.signal);
      const close = () => stop.abort();
      onTestFinished(close);
      return { steps, died, close };
    };
    /** The loop runs again, and has recorded what the player has paid for. */
    const recover = async (reference: string, periodEnds: string) => {
      const { close, steps } = live();
      await expect.poll(() => paidUntil(reference), patience).toBe(periodEnds);
      close();
      return steps;
    };
    return { till, db, payer, begin, live, recover, paidUntil };
  }

  test('killed at any query or request, charges the month once and records it', searchLimits, async () => {
    const { payer, begin, live, recover } = await aPassShop();
    const buyPass = async (number: number, death: Death | null) => {
      const { id, periodEnds } = await begin(`pass-${number}`);
      expect((await approve(payer, id, total)).status).toBe(200);
      if (death) {
        const { died, close } = live(death);
        await died;
        close();
      }
      const steps = await recover(`pass-${number}`, periodEnds);
      expect((await payer.balance()).balance).toBe(100_000 - total * (number + 1));
      return steps;
    };
    const steps = await buyPass(0, null);
    expect([...steps]).toEqual(
      expect.arrayContaining([
        'POST allowances',
        'update passes set month',
        'POST payments',
        'update passes set paid_until',
      ]),
    );
    const deaths = deathsAt(new Map([...steps].map((step) => [step, 1])));
    for (const [index, death] of sampleOf(deaths, runCount(4, deaths.length)).entries())
      await buyPass(index + 1, death);
  });

  test('killed after a charge at the turn of the month, records the month that was charged', async () => {
    const { till, payer, begin, live, recover } = await aPassShop();
    const { id, periodEnds } = await begin('turn');
    expect((await approve(payer, id, total)).status).toBe(200);
    // The allowance was read before the turn.
    const create: PassApp['allowances']['create'] = async (wish) => ({
      ...(await till.allowances.create(wish)),
      periodEnds: new Date(Date.parse(periodEnds) - 31 * 86_400_000).toISOString(),
    });
    const late = { ...till, allowances: { ...till.allowances, create } };
    await live({ step: 'POST payments', nth: 1, when: 'after' }, late).died;
    await recover('turn', periodEnds);
    expect((await payer.balance()).balance).toBe(100_000 - total);
  });

  test('charges a player who approves while the loop has read the allowance as open', async () => {
    const { till, db, payer, begin, live, paidUntil } = await aPassShop();
    const { id, periodEnds } = await begin('approved meanwhile');
    const { rows } = await db.query('select try_at::text from passes');
    const isTold = async () =>
      (await db.query('select from passes where try_at > $1', [rows[0].try_at])).rowCount === 1;
    const create: PassApp['allowances']['create'] = async (wish) => {
      const seen = await till.allowances.create(wish);
      if (seen.status === 'open') {
        await approve(payer, id, total);
        await expect.poll(isTold, patience).toBe(true);
      }
      return seen;
    };
    live(null, { ...till, allowances: { ...till.allowances, create } });
    await expect.poll(() => paidUntil('approved meanwhile'), patience).toBe(periodEnds);
    expect((await payer.balance()).balance).toBe(100_000 - total);
  });
});
