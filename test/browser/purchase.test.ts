import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  identityOf,
  openShop,
  type Shop,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { journeys, patience, shared } from './support/journey.ts';
import { openShopSite } from './support/shop-site.ts';

const site = openShopSite();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** The sentences that lead through the purchase of a sword for Rp20.100 with a balance of Rp5.000. */
const languages = {
  en: {
    locale: 'en-GB',
    missing: 'You need Rp15,100 more',
    topUp: 'Top up Rp15,100',
    purpose: 'For your purchase of A golden sword in Star Game',
    toppedUp: 'Topped up',
    oneStepLeft: 'One step left: pay for A golden sword.',
    pay: 'Pay Rp20,100',
  },
  id: {
    locale: 'id-ID',
    missing: 'Kurang Rp15.100',
    topUp: 'Isi saldo Rp15.100',
    purpose: 'Untuk pembelian A golden sword di Star Game',
    toppedUp: 'Saldo sudah terisi',
    oneStepLeft: 'Tinggal satu langkah: bayar A golden sword.',
    pay: 'Bayar Rp20.100',
  },
};

journeys('a purchase with a low balance is one journey', shared, (world) => {
  let stall: Shop;
  beforeAll(async () => {
    stall = await openShop(world.service);
  });
  let players = 0;

  async function shopper(language: keyof typeof languages) {
    const device = await world.device({ ...phone, locale: languages[language].locale });
    const handle = `buyer_${(players += 1)}`;
    const { client } = await world.player(device, handle);
    await fund(world.service.db, await identityOf(world.service, handle), 5_000n);
    const { body } = await stall.create({ amount: 20_000, returnTo: site.returnTo });
    return {
      game: device.page,
      context: device.context,
      client,
      ...(body as { id: string; payUrl: string }),
    };
  }
  /** Presses Buy and returns the page that shows PID. */
  async function buy(game: Page, payUrl: string, mode: 'popup' | 'redirect'): Promise<Page> {
    await game.goto(site.shopAt(payUrl, mode));
    const opened = mode === 'popup' ? game.waitForEvent('popup') : Promise.resolve(game);
    await game.getByRole('button', { name: 'Buy' }).click();
    return opened;
  }
  async function answered(game: Page, status: string, place = 'output'): Promise<void> {
    await expect.poll(() => game.locator(place).textContent(), patience).toBe(status);
  }
  /** Events are numbered after their transaction. */
  async function expectTold(id: string): Promise<void> {
    const told = async () => {
      const { body } = await stall.ask('GET', '/events?limit=500');
      return (body.items as { type: string; data: { paymentId?: string } }[])
        .filter(({ data }) => data.paymentId === id)
        .map(({ type }) => type);
    };
    await expect.poll(told, patience).toContain('payment.paid');
  }
  const press = (page: Page, name: string) =>
    page.locator('button:not([aria-disabled])', { hasText: name }).click();
  /** The player looks at the game while PID waits. */
  async function lookAtGame(game: Page): Promise<void> {
    await game.bringToFront();
    await game.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
  }

  /** Some browsers open a tab although a popup was requested, and some block popups but not tabs. */
  const opensTabs = (context: BrowserContext) =>
    context.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (address, name, features) => (features ? null : open(address, name));
    });
  /** A provider that isolates its pages: afterwards, the window has no opener. */
  const cutsOpener = (context: BrowserContext) =>
    context.route('**/checkout/*', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
      });
    });

  async function walk(language: keyof typeof languages, way: 'popup' | 'tab' | 'redirect'): Promise<void> {
    const words = languages[language];
    const { game, context, client, id, payUrl } = await shopper(language);
    if (way === 'tab') await opensTabs(context);
    const pid = await buy(game, payUrl, way === 'redirect' ? 'redirect' : 'popup');
    await pid.getByText(words.missing).waitFor();
    await press(pid, words.topUp);
    await pid.getByText(words.purpose).waitFor();
    if (way !== 'redirect') await lookAtGame(game);
    await pid.locator('button[value=paid]').click();
    await pid.getByText(words.toppedUp, { exact: true }).waitFor();
    expect(new URL(pid.url()).pathname).toBe(`/pay/${id}`);
    await pid.getByText(words.oneStepLeft).waitFor();
    await press(pid, words.pay);
    await answered(game, 'paid');
    if (way !== 'redirect') await expect.poll(() => pid.isClosed(), patience).toBe(true);
    expect(new URL(game.url()).origin).toBe(site.origin);
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(0);
    await expectTold(id);
  }

  for (const language of ['en', 'id'] as const)
    for (const way of ['redirect', 'popup', 'tab'] as const)
      test(`${language}, ${way}: tops up, confirms and returns to the game`, () => walk(language, way));

  test('a window that lost its opener at the provider returns to the game, which stays told', async () => {
    const { game, context, id, payUrl } = await shopper('id');
    const words = languages.id;
    await cutsOpener(context);
    const pid = await buy(game, payUrl, 'popup');
    await press(pid, words.topUp);
    await pid.getByText(words.purpose).waitFor();
    await lookAtGame(game);
    await answered(game, 'closed');
    await pid.locator('button[value=paid]').click();
    await pid.getByText(words.oneStepLeft).waitFor();
    expect(await pid.evaluate(() => window.opener)).toBeNull();
    await press(pid, words.pay);
    await answered(game, 'paid', '#later');
    await expect.poll(() => pid.isClosed(), patience).toBe(true);
    await expectTold(id);
  });
});
