import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApp, type TestApp } from '../../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../../packages/server/test/sign-in-helper.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';
import { richPlayer } from '../../../packages/server/src/payments/testing/payment-fixture.ts';
import type { Death } from './messages.ts';
import { bundleShops, Died, startLife, type ShopLife } from './shop-life.ts';

const price = 1000;
const startingRupiah = 10_000_000;
const pressesMax = 60;
const returnTo = 'http://localhost:4200/pid-callback.html';

export interface KilledShop {
  readonly index: number;
  readonly app: TestApp;
  readonly buyer: Awaited<ReturnType<typeof richPlayer>>;
  readonly file: string;
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
   * planned await.
   */
  live(
    plan: (shop: KilledShop) => { buys: boolean; death: Death | null },
    killAfterMillis?: number,
  ): Promise<LifeReport>;
  close(): Promise<void>;
}

export interface LifeReport {
  /** Where the shops died. Shops without remaining work died while waiting for events. */
  readonly deaths: readonly string[];
  readonly awaits: readonly number[];
}

/** Shops of one studio (at most fifty apps), each with a separate buyer. */
export async function openStreet(service: TestService, count: number): Promise<Street> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-shops-'));
  const file = await bundleShops(folder);
  const { client: studio } = await newPlayer(service);
  const shops: KilledShop[] = [];
  for (let index = 0; index < count; index += 1)
    shops.push({
      index,
      app: await newApp(studio),
      buyer: await richPlayer(service, BigInt(startingRupiah)),
      file: path.join(folder, `orders-${index}.jsonl`),
      sold: [],
      interrupted: new Set(),
      left: null,
    });
  return {
    shops,
    async live(plan, killAfterMillis) {
      await staySignedIn(shops);
      const life = startLife(file);
      const timer =
        killAfterMillis === undefined ? null : setTimeout(() => void life.kill(), killAfterMillis);
      const awaits: number[] = [];
      const deaths = await Promise.all(
        shops.map(async (shop) => {
          const { buys, death } = plan(shop);
          try {
            awaits.push(await liveOnce(service, life, shop, buys, death));
            return 'waiting for news';
          } catch (error) {
            if (!(error instanceof Died)) throw error;
            if (shop.left !== null) shop.interrupted.add(shop.left);
            return error.message;
          }
        }),
      );
      clearTimeout(timer ?? undefined);
      await life.kill();
      return { deaths, awaits };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

let signedInAt = performance.now();

/** Refreshes the sessions as a browser does: a long run exceeds the 15 minutes of an access cookie. */
async function staySignedIn(shops: readonly KilledShop[]): Promise<void> {
  if (performance.now() - signedInAt < 300_000) return;
  signedInAt = performance.now();
  for (const { buyer } of shops) await buyer.client.post('/v1/auth/refresh');
}

async function liveOnce(
  service: TestService,
  life: ShopLife,
  shop: KilledShop,
  buys: boolean,
  death: Death | null,
): Promise<number> {
  const { index, app, file } = shop;
  life.send({ open: { shop: index, ...app, baseUrl: service.baseUrl, file, death } });
  await life.inbox(index).take((message) => ('isOpen' in message ? true : null));
  if (shop.left !== null) await purchase(life, shop, shop.left, false);
  if (!buys) return 0;
  shop.left = `order-${index}-${shop.sold.length}`;
  shop.sold.push(shop.left);
  return purchase(life, shop, shop.left, true);
}

/** Buys as a player does: repeats the order if the game died before it responded, and pays once. */
async function purchase(
  life: ShopLife,
  shop: KilledShop,
  reference: string,
  isNew: boolean,
): Promise<number> {
  const inbox = life.inbox(shop.index);
  const item = { id: reference, name: 'A golden sword', price };
  life.send({ shop: shop.index, isNew, buy: { reference, item, buyer: shop.buyer.pid, returnTo } });
  const payment = await inbox.take((message) => ('payment' in message ? message.payment : null));
  if (payment.status === 'open') {
    const status = await confirmUntilAnswered(shop, payment);
    if (status !== 200) throw new Error(`the player was refused: ${status}`);
  }
  const awaits =
    payment.status === 'paid'
      ? 0
      : await inbox.take((message) =>
          'settled' in message && message.settled === reference ? message.awaits : null,
        );
  shop.left = null;
  return awaits;
}

/** A busy service has neither accepted nor refused. The player presses the button again and pays once. */
async function confirmUntilAnswered(
  { buyer }: KilledShop,
  { id, total }: { id: string; total: number },
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const { status } = await buyer.confirm(id, total);
    if (status < 500 || attempt === pressesMax) return status;
    await sleep(500);
  }
}

export interface Tally {
  readonly purchases: number;
  readonly paidNotGiven: readonly string[];
  readonly givenNotPaid: readonly string[];
  readonly givenTwice: readonly string[];
  readonly wrongMoney: readonly string[];
}

/** Compares the journals of the shops with PID's ledger. */
export async function tally(service: TestService, { shops }: Street): Promise<Tally> {
  const result = {
    purchases: 0,
    paidNotGiven: [] as string[],
    givenNotPaid: [] as string[],
    givenTwice: [] as string[],
    wrongMoney: [] as string[],
  };
  for (const { app, buyer, file, sold } of shops) {
    const gives = await givesIn(file);
    const { rows } = await service.db.query<{ reference: string; isPaid: boolean }>(
      `select reference, status = 'paid' and captured = amount as "isPaid" from payments where client_id = $1`,
      [app.clientId],
    );
    const paid = new Set(rows.filter(({ isPaid }) => isPaid).map(({ reference }) => reference));
    result.purchases += sold.length;
    for (const reference of new Set([...sold, ...gives.keys(), ...rows.map((row) => row.reference)])) {
      const count = gives.get(reference) ?? 0;
      if (paid.has(reference) && count === 0) result.paidNotGiven.push(reference);
      if (!paid.has(reference) && count > 0) result.givenNotPaid.push(reference);
      if (!paid.has(reference) && count === 0) result.paidNotGiven.push(`${reference}: never sold`);
      if (count > 1) result.givenTwice.push(reference);
    }
    const { balance, held } = await buyer.balance();
    if (balance !== startingRupiah - sold.length * (price + 100) || held !== 0)
      result.wrongMoney.push(buyer.pid);
  }
  return result;
}

async function givesIn(file: string): Promise<Map<string, number>> {
  const gives = new Map<string, number>();
  for (const line of (await readFile(file, 'utf8')).split('\n').filter(Boolean)) {
    const { status, reference } = JSON.parse(line) as { status?: string; reference?: string };
    if (status === 'given' && reference) gives.set(reference, (gives.get(reference) ?? 0) + 1);
    if (status === 'ended' && reference) gives.delete(reference);
  }
  return gives;
}
