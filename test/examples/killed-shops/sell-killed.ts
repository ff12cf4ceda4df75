import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAppClient, PidError, type AppClient } from '@pid/sdk/server';
import type pg from 'pg';
import { schema } from '../../../examples/shop/sell.mjs';
import { newApp, type TestApp } from '../../../packages/server/test/app-helper.ts';
import { emptyDatabase, poolOn } from '../../../packages/server/test/new-database.ts';
import { newPlayer } from '../../../packages/server/test/sign-in-helper.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';
import { richPlayer } from '../../../packages/server/src/payments/testing/payment-fixture.ts';
import type { Death } from './messages.ts';
import { bundleShops, Died, startLife, type ShopLife } from './shop-life.ts';

const price = 1000;
const startingRupiah = 10_000_000;
const pressesMax = 60;
const lookMillis = 250;
const returnTo = 'http://localhost:4200/pid-callback.html';

/** What the player does, or what happens to the payment or the feed while the shop is dead. */
export const fates = [
  'paid',
  'declined',
  'voided',
  'hold expired',
  'captured elsewhere',
  'refunded',
  'events gone',
  'events ahead',
] as const;
export type Fate = (typeof fates)[number];

export interface KilledShop {
  readonly index: number;
  /** The fate of its next purchase. */
  fate: Fate;
  readonly app: TestApp;
  /** Another program of the studio. */
  readonly office: AppClient;
  readonly buyer: Awaited<ReturnType<typeof richPlayer>>;
  readonly databaseUrl: string;
  /** The shop's own tables. */
  readonly db: pg.Pool;
  readonly sold: string[];
  /** Sold references during which the process was killed at least once. */
  readonly interrupted: Set<string>;
  /** The purchase that a kill interrupted. */
  left: string | null;
}

export interface Street {
  readonly shops: readonly KilledShop[];
  /**
   * One life of all shops: each finishes its interrupted purchase, sells one more item, and dies at the
   * planned step.
   */
  live(
    plan: (shop: KilledShop) => { buys: boolean; death: Death | null },
    killAfterMillis?: number,
  ): Promise<LifeReport>;
  /** Lets the fate of every shop happen, between two lives. */
  meanwhile(): Promise<void>;
  /** A second process of all shops, on the same orders. It sells nothing and is killed at the end. */
  openTwin(): Promise<{ kill(): Promise<void> }>;
  close(): Promise<void>;
}

export interface LifeReport {
  /** Where the shops died. Shops without remaining work died while waiting for events. */
  readonly deaths: readonly string[];
  /** The steps of all shops, each with the highest count of one shop. */
  readonly steps: ReadonlyMap<string, number>;
}

/** Shops of one studio (at most fifty apps), each with a separate buyer and schema. */
export async function openStreet(service: TestService, count: number): Promise<Street> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-shops-'));
  const file = await bundleShops(folder);
  const { ownerUrl } = await emptyDatabase();
  const { client: studio } = await newPlayer(service);
  const shops: KilledShop[] = [];
  for (let index = 0; index < count; index += 1) {
    const app = await newApp(studio);
    const path = encodeURIComponent(`-c search_path=shop_${index}`);
    const databaseUrl = `${ownerUrl}${ownerUrl.includes('?') ? '&' : '?'}options=${path}`;
    const db = poolOn(databaseUrl, 1);
    await db.query(`create schema shop_${index}; ${schema}; ${countGives}`);
    shops.push({
      index,
      fate: 'paid',
      app,
      office: createAppClient({ ...app, baseUrl: service.baseUrl, scope: 'read payments' }),
      buyer: await richPlayer(service, BigInt(startingRupiah)),
      databaseUrl,
      db,
      sold: [],
      interrupted: new Set(),
      left: null,
    });
  }
  const lives: ShopLife[] = [];
  const begin = () => {
    const life = startLife(file);
    lives.push(life);
    return life;
  };
  const open = async (life: ShopLife, { index, app, databaseUrl }: KilledShop, death: Death | null) => {
    life.send({ open: { shop: index, ...app, baseUrl: service.baseUrl, databaseUrl, death } });
    await life.inbox(index).take((message) => ('isOpen' in message ? true : null));
  };
  return {
    shops,
    async live(plan, killAfterMillis) {
      await staySignedIn(shops);
      const life = begin();
      const timer =
        killAfterMillis === undefined ? null : setTimeout(() => void life.kill(), killAfterMillis);
      const deaths = await Promise.all(
        shops.map(async (shop) => {
          const { buys, death } = plan(shop);
          try {
            await open(life, shop, death);
            if (shop.left !== null) await purchase(service, life, shop, shop.left);
            if (buys) {
              shop.sold.push((shop.left = `order-${shop.index}-${shop.sold.length}`));
              await purchase(service, life, shop, shop.left);
            }
            await untilQuiet(service, life, shop);
            return 'waiting for events';
          } catch (error) {
            if (!(error instanceof Died)) throw error;
            if (shop.left !== null) shop.interrupted.add(shop.left);
            return error.message;
          }
        }),
      );
      clearTimeout(timer ?? undefined);
      await life.kill();
      const steps = new Map<string, number>();
      for (const { index } of shops)
        for (const [step, count] of life.steps(index)) steps.set(step, Math.max(count, steps.get(step) ?? 0));
      return { deaths, steps };
    },
    async meanwhile() {
      await Promise.all(shops.map((shop) => happen(service, shop)));
    },
    async openTwin() {
      const life = begin();
      await Promise.all(shops.map((shop) => open(life, shop, null)));
      return { kill: life.kill };
    },
    async close() {
      // A failed test has not killed its processes.
      await Promise.allSettled(lives.map(({ kill }) => kill()));
      await Promise.all(shops.map(({ db }) => db.end()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Counts how often an order has given its item: an item must not be given twice. */
const countGives = `
  create table gives (reference text not null);
  create function count_give() returns trigger language plpgsql as $$
    begin insert into gives values (new.reference); return null; end $$;
  create trigger count_gives after update of state on orders for each row
    when (new.state = 'given' and old.state <> 'given') execute function count_give()`;

let signedInAt = performance.now();

/** Refreshes the sessions as a browser does: a long run exceeds the 15 minutes of an access cookie. */
async function staySignedIn(shops: readonly KilledShop[]): Promise<void> {
  if (performance.now() - signedInAt < 300_000) return;
  signedInAt = performance.now();
  for (const { buyer } of shops) await buyer.client.post('/v1/auth/refresh');
}

/** Buys as a player does: repeats the order if the game died before it responded, and pays once. */
async function purchase(
  service: TestService,
  life: ShopLife,
  shop: KilledShop,
  reference: string,
): Promise<void> {
  const item = { id: reference, name: 'A golden sword', price };
  life.send({ shop: shop.index, buy: { reference, item, player: shop.buyer.pid, returnTo } });
  const payment = await life
    .inbox(shop.index)
    .take((message) => ('payment' in message ? message.payment : null));
  if (payment.status === 'open') {
    const status = await decideUntilAnswered(shop, payment);
    if (status !== 200) throw new Error(`the player was refused: ${status}`);
  }
  await untilQuiet(service, life, shop);
  shop.left = null;
}

/** A busy service has neither accepted nor refused. The player presses the button again and pays once. */
async function decideUntilAnswered(
  { buyer, fate }: KilledShop,
  { id, total }: { id: string; total: number },
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const { status } =
      fate === 'declined'
        ? await buyer.client.post(`/v1/payments/${id}/decline`, {})
        : await buyer.confirm(id, total);
    if (status < 500 || attempt === pressesMax) return status;
    await sleep(500);
  }
}

/** Waits until the shop has read every event and settled every order, or has died. */
async function untilQuiet(service: TestService, life: ShopLife, shop: KilledShop): Promise<void> {
  for (;;) {
    const diedAt = life.inbox(shop.index).diedAt();
    if (diedAt !== null) throw new Died(diedAt);
    if (life.steps(shop.index).has('GET events') && (await isQuiet(service, shop))) return;
    await sleep(lookMillis);
  }
}

async function isQuiet(service: TestService, { app, db }: KilledShop): Promise<boolean> {
  // The orders are read first: what settled them has already written its events.
  const { rows: orders } = await db.query<{ number: string | null; isSettled: boolean }>(
    `select (select number::text from last_event) as number,
       not exists (select from orders where settled < news) as "isSettled"`,
  );
  const { rows: feeds } = await service.db.query<{ last: string; isEmpty: boolean; isNumbered: boolean }>(
    `select coalesce(last, 0)::text as last, coalesce(oldest > last, true) as "isEmpty",
       not exists (select from app_events e where e.client_id = a.id and number is null) as "isNumbered"
     from (values ($1)) a (id) left join app_event_heads h on h.client_id = a.id`,
    [app.clientId],
  );
  const [{ number, isSettled }, { last, isEmpty, isNumbered }] = [orders[0]!, feeds[0]!];
  return isNumbered && isSettled && (number === last || (number === null && isEmpty));
}

/** Changes a payment as the fate says. */
async function strike(
  service: TestService,
  { payments }: AppClient,
  { id, status, fate }: { id: string; status: string; fate: Fate },
): Promise<void> {
  const isHeld = status === 'held';
  if (fate === 'voided' && isHeld) await payments.void(id);
  if (fate === 'hold expired' && isHeld)
    await service.db.query('update payments set capture_by = clock_timestamp() where id = $1', [id]);
  if ((fate === 'captured elsewhere' || fate === 'refunded') && isHeld) await payments.capture(id);
  if (fate === 'refunded' && (isHeld || status === 'paid'))
    await payments.refund(id, { amount: price, key: `refund-${id}` });
}

async function happen(service: TestService, { fate, app, office, db }: KilledShop): Promise<void> {
  const { rows } = await service.db.query<{ id: string; status: string }>(
    'select id, status from payments where client_id = $1',
    [app.clientId],
  );
  for (const { id, status } of rows)
    // A request of the killed shop may still arrive before ours.
    await strike(service, office, { id, status, fate }).catch((error: unknown) => {
      if (!(error instanceof PidError && error.code === 'payment_ended')) throw error;
    });
  if (fate === 'events gone')
    await service.db.query(
      `with gone as (delete from app_events where client_id = $1 and number is not null returning number)
       update app_event_heads set oldest = last + 1 where client_id = $1 and exists (select from gone)`,
      [app.clientId],
    );
  if (fate === 'events ahead') await db.query('update last_event set number = number + 1000000');
}

export interface Tally {
  readonly purchases: number;
  readonly wrong: readonly string[];
}

/** Compares the orders of the shops with PID's payments and balances. */
export async function tally(service: TestService, { shops }: Pick<Street, 'shops'>): Promise<Tally> {
  const wrong: string[] = [];
  let purchases = 0;
  for (const { fate, app, office, buyer, db, sold } of shops) {
    purchases += sold.length;
    const { rows: payments } = await service.db.query<{ reference: string; status: string }>(
      'select reference, status from payments where client_id = $1',
      [app.clientId],
    );
    const { rows: orders } = await db.query<{ reference: string; state: string; gives: number }>(
      `select reference, state, (select count(*)::int from gives g where g.reference = o.reference) as gives
       from orders o`,
    );
    const statusOf = new Map(payments.map(({ reference, status }) => [reference, status]));
    const stateOf = new Map(orders.map(({ reference, state }) => [reference, state]));
    for (const reference of new Set([...sold, ...statusOf.keys(), ...stateOf.keys()])) {
      const [status, state] = [statusOf.get(reference), stateOf.get(reference)];
      const isRight = status === 'paid' ? state === 'given' : isOver(status) && state === 'ended';
      if (!isRight) wrong.push(`${reference} (${fate}): the payment is ${status}, the order is ${state}`);
    }
    for (const { reference, state, gives } of orders)
      if (gives > 1 || (state === 'given' && gives !== 1)) wrong.push(`${reference}: given ${gives} times`);
    const paid = [...statusOf.values()].filter((status) => status === 'paid').length;
    const { balance, held } = await buyer.balance();
    if (balance !== startingRupiah - paid * (price + 100) || held !== 0)
      wrong.push(`${buyer.pid} (${fate}) has ${balance}, ${held} held`);
    const escrow = (await office.balance()).balance;
    if (escrow !== paid * price) wrong.push(`the app of ${buyer.pid} (${fate}) has ${escrow}`);
  }
  return { purchases, wrong };
}

const isOver = (status: string | undefined) =>
  status !== undefined && ['refunded', 'void', 'declined', 'expired', 'cancelled'].includes(status);
