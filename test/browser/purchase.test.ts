import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { journeys, patience, shared } from './support/journey.ts';
import {
  answered,
  cutsOpener,
  finishCheckout,
  lookAtGame,
  openPurchases,
  opensTabs,
  press,
  sword,
} from './support/purchase.ts';
import { openShopSite } from './support/shop-site.ts';
import { releaseTest } from '../support/release-test.ts';

const site = openShopSite();

/** The sentences that lead through the purchase. */
const languages = {
  en: {
    locale: 'en-GB',
    wish: {},
    picture: null,
    missing: 'You need Rp15,100 more',
    topUp: 'Top up Rp15,100',
    purpose: 'For your purchase of A golden sword in Star Game',
    toppedUp: 'Topped up',
    oneStepLeft: 'One step left: pay for A golden sword.',
    pay: 'Pay Rp20,100',
  },
  id: {
    locale: 'id-ID',
    wish: { sku: sword.sku, amount: undefined, description: undefined },
    picture: sword.imageUrl,
    missing: 'Kurang Rp15.100',
    topUp: 'Isi saldo Rp15.100',
    purpose: 'Untuk pembelian Pedang fajar di Star Game',
    toppedUp: 'Saldo sudah terisi',
    oneStepLeft: 'Tinggal satu langkah: bayar Pedang fajar.',
    pay: 'Bayar Rp20.100',
  },
} as const;

journeys('a purchase with a low balance is one journey', shared, (world) => {
  const { shopper, buy, expectTold } = openPurchases(world, site);

  async function walk(language: keyof typeof languages, way: 'popup' | 'tab' | 'redirect'): Promise<void> {
    const words = languages[language];
    const { game, context, balance, id, payUrl } = await shopper(words.locale, words.wish);
    if (way === 'tab') await opensTabs(context);
    const pid = await buy(game, payUrl, way === 'redirect' ? 'redirect' : 'popup');
    await pid.getByText(words.missing).waitFor();
    if (words.picture !== null) {
      const picture = pid.locator(`img[src="${words.picture}"]`);
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), patience)
        .toBe(1);
    }
    await press(pid, words.topUp);
    await pid.getByText(words.purpose).waitFor();
    if (way !== 'redirect') await lookAtGame(game);
    await finishCheckout(pid, 'paid');
    await pid.getByText(words.toppedUp, { exact: true }).waitFor();
    expect(new URL(pid.url()).pathname).toBe(`/pay/${id}`);
    await pid.getByText(words.oneStepLeft).waitFor();
    await press(pid, words.pay);
    await answered(game, 'paid');
    if (way !== 'redirect') await expect.poll(() => pid.isClosed(), patience).toBe(true);
    expect(new URL(game.url()).origin).toBe(site.origin);
    expect(await balance()).toBe(0);
    await expectTold(id);
  }

  for (const language of ['en', 'id'] as const)
    for (const way of ['redirect', 'popup', 'tab'] as const) {
      const everyChange = (language === 'en') === (way === 'popup');
      (everyChange ? test : releaseTest)(
        `${language}, ${way}: tops up, confirms and returns to the game`,
        () => walk(language, way),
      );
    }

  async function walkWithoutOpener(beforeCallback: (game: Page) => Promise<void>): Promise<void> {
    const words = languages.id;
    const { game, context, id, payUrl } = await shopper(words.locale, words.wish);
    await cutsOpener(context);
    await context.route(`${site.returnTo}?*`, async (route) => {
      await beforeCallback(game);
      await route.continue();
    });
    const pid = await buy(game, payUrl, 'popup');
    await press(pid, words.topUp);
    await pid.getByText(words.purpose).waitFor();
    await lookAtGame(game);
    // The window seems closed, but it said that it leaves.
    await answered(game, '');
    await finishCheckout(pid, 'paid');
    await pid.getByText(words.oneStepLeft).waitFor();
    expect(await pid.evaluate(() => window.opener)).toBeNull();
    await press(pid, words.pay);
    await answered(game, 'paid');
    await expect.poll(() => pid.isClosed(), patience).toBe(true);
    await expectTold(id);
  }

  test('a window that lost its opener closes when it is done, also if the game has read the result before', () =>
    walkWithoutOpener((game) => answered(game, 'paid')));

  releaseTest('a window that lost its opener closes when it is done, and the game gets the result', () =>
    walkWithoutOpener(async () => {}),
  );

  releaseTest(
    'a window without opener and game says that it is done, and continues there if the player wants to',
    async () => {
      const words = languages.id;
      const { game, context, id, payUrl } = await shopper(words.locale, words.wish);
      await cutsOpener(context);
      const pid = await buy(game, payUrl, 'popup');
      await press(pid, words.topUp);
      await pid.getByText(words.purpose).waitFor();
      await game.close();
      await finishCheckout(pid, 'paid');
      await press(pid, words.pay);
      await pid.getByRole('heading', { name: 'Selesai' }).waitFor();
      await pid.getByRole('link', { name: 'Lanjutkan di sini' }).click();
      await answered(pid, 'paid');
      expect(new URL(pid.url()).origin).toBe(site.origin);
      await expectTold(id);
      // The address of the callback page from the history: its request has been completed.
      await pid.goto(`${site.returnTo}?payment_id=${id}&status=paid&state=old`);
      await pid.getByRole('heading', { name: 'Kembali ke game' }).waitFor();
      await pid.getByRole('link', { name: 'Buka game' }).click();
      await pid.getByRole('button', { name: 'Buy' }).waitFor();
    },
  );

  releaseTest('a window closed on the payment page: the game resolves with closed', async () => {
    const { game, payUrl } = await shopper();
    const pid = await buy(game, payUrl, 'popup');
    await pid.getByText('You need Rp15,100 more').waitFor();
    await pid.close();
    await answered(game, 'closed');
  });

  test('a window closed while the game is offline: the game reads the result when it is back', async () => {
    const { game, client, identityId, id, payUrl } = await shopper();
    await fund(world.service.db, identityId, 50_000n);
    const pid = await buy(game, payUrl, 'popup');
    await pid.locator('button', { hasText: languages.en.pay }).waitFor();
    await game.route('**/v1/payments/*/status', (route) => route.abort());
    await pid.close();
    await game.bringToFront();
    await answered(game, 'closed');
    await client.call('confirmPayment', { id, expectedTotal: 20_100 });
    await game.unroute('**/v1/payments/*/status');
    await answered(game, 'paid', '#later');
  });

  releaseTest(
    'a window closed at the checkout: the game reads the result of the payment that a new tab completes',
    async () => {
      const { game, context, balance, id, payUrl } = await shopper();
      const pid = await buy(game, payUrl, 'popup');
      await press(pid, 'Top up Rp15,100');
      await pid.getByText('For your purchase').waitFor();
      const checkout = pid.url();
      await pid.close();
      await lookAtGame(game);
      await answered(game, '');
      const tab = await context.newPage();
      await tab.goto(payUrl);
      await tab.getByText('Your top-up is on its way').waitFor();
      await tab.getByRole('link', { name: 'Pay the top-up' }).click();
      expect(new URL(tab.url()).pathname).toBe(new URL(checkout).pathname);
      await finishCheckout(tab, 'paid');
      await press(tab, 'Pay Rp20,100');
      await tab.waitForURL((url) => url.origin === site.origin);
      await expectTold(id);
      await answered(game, 'paid');
      expect(await balance()).toBe(0);
      await tab.goto(payUrl);
      await tab.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      await tab.getByRole('button', { name: 'Back to Star Game' }).click();
      await tab.waitForURL((url) => url.origin === site.origin);
    },
  );
});
