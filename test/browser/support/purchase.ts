import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import {
  identityOf,
  openShop,
  type Shop,
} from '../../../packages/server/src/payments/testing/payment-fixture.ts';
import { fund } from '../../../packages/server/src/ledger/testing/ledger-fixture.ts';
import type { HttpClient } from '../../../packages/server/test/http-client.ts';
import { patience, type World } from './journey.ts';
import type { ShopSite } from './shop-site.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
let players = 0;

/** An item of the shop. Its picture loads from another site. */
export const sword = {
  sku: 'sword',
  names: { en: 'Dawn sword', id: 'Pedang fajar' },
  imageUrl: 'https://pictures.example/sword.png',
};
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

interface Shopper {
  readonly game: Page;
  readonly context: BrowserContext;
  readonly client: HttpClient;
  readonly identityId: string;
  balance(): Promise<number>;
  /** The payment. */
  readonly id: string;
  readonly payUrl: string;
}

interface Purchases {
  purchase(fields?: Record<string, unknown>): Promise<Pick<Shopper, 'id' | 'payUrl'>>;
  shopper(locale?: 'en-GB' | 'id-ID', fields?: Record<string, unknown>): Promise<Shopper>;
  /** Presses Buy and returns the page that shows PID. */
  buy(game: Page, payUrl: string, mode: 'popup' | 'redirect'): Promise<Page>;
  /** Waits for the event of the payment. Events are numbered after their transaction. */
  expectTold(id: string): Promise<void>;
}

/** A player with Rp5.000 buys a sword for Rp20.100 in the game at `site`. */
export function openPurchases(world: World, site: ShopSite): Purchases {
  let stall: Shop;
  beforeAll(async () => {
    stall = await openShop(world.service);
    const { sku, ...item } = sword;
    await stall.ask('PUT', `/items/${sku}`, { ...item, price: 20_000 });
  });
  const purchase: Purchases['purchase'] = async (fields = {}) => {
    const { body } = await stall.create({ amount: 20_000, returnTo: site.returnTo, ...fields });
    return body as { id: string; payUrl: string };
  };
  return {
    purchase,
    async shopper(locale = 'en-GB', fields = {}) {
      const device = await world.device({ ...phone, locale });
      await device.context.route(sword.imageUrl, (route) =>
        route.fulfill({ contentType: 'image/png', body: pixel }),
      );
      const handle = `buyer_${Date.now() % 1e8}${(players += 1)}`;
      const { client } = await world.player(device, handle);
      const identityId = await identityOf(world.service, handle);
      await fund(world.service.db, identityId, 5_000n);
      const { id, payUrl } = await purchase(fields);
      const balance = async () => (await client.get('/v1/fiat/balance')).body.balance as number;
      return { game: device.page, context: device.context, client, identityId, balance, id, payUrl };
    },
    async buy(game, payUrl, mode) {
      await game.goto(site.shopAt(payUrl, mode));
      const opened = mode === 'popup' ? game.waitForEvent('popup') : Promise.resolve(game);
      await game.getByRole('button', { name: 'Buy' }).click();
      return opened;
    },
    async expectTold(id) {
      const told = async () => {
        const { body } = await stall.ask('GET', '/events?limit=500');
        return (body.items as { type: string; data: { paymentId?: string } }[])
          .filter(({ data }) => data.paymentId === id)
          .map(({ type }) => type);
      };
      await expect.poll(told, patience).toContain('payment.paid');
    },
  };
}

/** Waits until the game shows `status`. */
export async function answered(game: Page, status: string, place = 'output'): Promise<void> {
  await expect.poll(() => game.locator(place).textContent(), patience).toBe(status);
}

/** Buttons that confirm accept clicks after half a second. */
export const press = (page: Page, name: string) =>
  page.locator('button:not([aria-disabled])', { hasText: name }).click();

/** Pays or fails at the sandbox. */
export const finishCheckout = (page: Page, outcome: 'paid' | 'failed') =>
  page.locator(`button[value=${outcome}]`).click();

/** The player looks at the game while PID waits. */
export async function lookAtGame(game: Page): Promise<void> {
  await game.bringToFront();
  await game.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
}

/** Some browsers block popups but not tabs. */
export const opensTabs = (context: BrowserContext) =>
  context.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (address, name, features) => (features ? null : open(address, name));
  });

/** Isolates the pages at `address`, as some providers do: after such a page, the window has no opener. */
export const cutsOpener = (context: BrowserContext, address = '**/checkout/*') =>
  context.route(address, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
    });
  });
