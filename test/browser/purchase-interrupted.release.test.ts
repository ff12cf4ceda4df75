import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { insertSession, listTopUps } from '../../packages/server/src/checkout/topups.store.ts';
import { expirePaymentNow } from '../../packages/server/src/payments/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { journeys } from './support/journey.ts';
import { answered, finishCheckout, lookAtGame, openPurchases, press } from './support/purchase.ts';
import { openShopSite } from './support/shop-site.ts';
import { releaseTest } from '../support/release-test.ts';

const site = openShopSite();
const settings = { PID_TOPUP_MIN: '10000', PID_TOPUP_MAX: '100000', PID_BALANCE_MAX: '150000' };

journeys('a purchase that is interrupted', settings, (world) => {
  const { shopper, purchase, buy, expectTold } = openPurchases(world, site);

  /** The provider's payment arrives while the player is elsewhere, as with a bank transfer. */
  async function payElsewhere(checkout: string): Promise<void> {
    const { origin, pathname } = new URL(checkout);
    const body = new URLSearchParams({ outcome: 'paid' });
    const answer = await fetch(`${origin}${pathname}/pay`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(303);
  }
  /** The request arrives, and its response is lost once. */
  const losesResponse = (page: Page, path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );

  for (const way of ['redirect', 'popup'] as const)
    test(`${way}: without a connection at each step, the player tries again and pays once`, async () => {
      const { game, context, identityId, balance, id, payUrl } = await shopper();
      const page = await buy(game, payUrl, way);
      const isLost = (path: string) =>
        page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname.endsWith(path));
      await page.getByText('You need Rp15,100 more').waitFor();
      await context.setOffline(true);
      await press(page, 'Top up Rp15,100');
      await page.getByText('We could not reach PID').waitFor();
      await context.setOffline(false);
      await losesResponse(page, '**/v1/fiat/topups');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('For your purchase').waitFor();
      expect(await listTopUps(world.service.db, identityId)).toHaveLength(1);
      if (way === 'popup') {
        // The game cannot read the status, and does not take the window for closed.
        await game.route('**/v1/payments/*/status', (route) => route.abort());
        await lookAtGame(game);
        await answered(game, '');
      }
      await context.setOffline(true);
      await finishCheckout(page, 'paid');
      await page.getByText('You are offline. Nothing was sent.').waitFor();
      await context.setOffline(false);
      await page.reload();
      // The money arrives, but the page to which the player returns does not load.
      await losesResponse(page, '**/checkout/*/pay?*');
      const noReturn = isLost('/pay');
      await finishCheckout(page, 'paid');
      await noReturn;
      await page.reload();
      await page.getByText('One step left').waitFor();
      await page.reload();
      await page.getByText('One step left').waitFor();
      await context.setOffline(true);
      await press(page, 'Pay Rp20,100');
      await page.getByText('We got no response').waitFor();
      await context.setOffline(false);
      await losesResponse(page, '**/confirm');
      const noAnswer = isLost('/confirm');
      await press(page, 'Pay Rp20,100');
      await noAnswer;
      await page.getByText('We got no response').waitFor();
      if (way === 'redirect') {
        await page.route(`${site.returnTo}?*`, (route) => route.abort(), { times: 1 });
        const noCallback = isLost('/back');
        await press(page, 'Pay Rp20,100');
        await noCallback;
        await page.reload();
      } else await press(page, 'Pay Rp20,100');
      await answered(game, 'paid');
      expect(await balance()).toBe(0);
      await expectTold(id);
    });

  test('money that arrives while no page is open, and a tab closed right after Pay', async () => {
    const { game, context, balance, id, payUrl } = await shopper();
    const first = await buy(game, payUrl, 'popup');
    await press(first, 'Top up Rp15,100');
    await first.getByText('For your purchase').waitFor();
    const checkout = first.url();
    await first.close();
    await payElsewhere(checkout);
    const second = await context.newPage();
    await second.goto(payUrl);
    await second.getByText('One step left: pay for A golden sword.').waitFor();
    const confirmed = new Promise<void>((resolve, reject) => {
      void second.route('**/confirm', (route) => route.fetch().then(() => resolve(), reject));
    });
    await press(second, 'Pay Rp20,100');
    await confirmed;
    await second.close();
    expect(await balance()).toBe(0);
    await expectTold(id);
    const third = await context.newPage();
    await third.goto(payUrl);
    await third.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await game.bringToFront();
    await answered(game, 'paid');
  });

  releaseTest('the payment cannot be read: offers to try again', async () => {
    const { game: page, payUrl } = await shopper();
    await page.route('**/v1/payments/*', (route) => route.abort());
    await page.route('**/pay/*', async (route) => {
      // The page carries its first responses; without them the browser requests them itself.
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(
        /<script type="application\/json"[^>]*>[^<]*<\/script>/g,
        '',
      );
      await route.fulfill({ response, body: text });
    });
    await page.goto(payUrl);
    await page.getByText('We could not reach PID').waitFor();
    await page.unroute('**/v1/payments/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You need Rp15,100 more').waitFor();
  });

  test('money that arrives later: the payment page waits, also after a reload, and goes on by itself', async () => {
    const { game, balance, payUrl } = await shopper();
    const page = await buy(game, payUrl, 'redirect');
    await press(page, 'Top up Rp15,100');
    await page.getByText('For your purchase').waitFor();
    const checkout = page.url();
    await page.goBack();
    await page.getByText('Your top-up is on its way').waitFor();
    await page.reload();
    await page.getByText('Your top-up is on its way').waitFor();
    await payElsewhere(checkout);
    await page.getByText('One step left: pay for A golden sword.').waitFor();
    await press(page, 'Pay Rp20,100');
    await answered(page, 'paid');
    expect(await balance()).toBe(0);
  });

  test('two purchases at once each know their own top-up', async () => {
    const { game: page, context, balance, payUrl } = await shopper();
    const other = await purchase();
    const tab = await context.newPage();
    for (const [window, address] of [
      [page, payUrl],
      [tab, other.payUrl],
    ] as const) {
      await window.goto(address);
      await press(window, 'Top up Rp15,100');
      await window.getByText('For your purchase').waitFor();
    }
    await page.goBack();
    await page.getByText('Your top-up is on its way').waitFor();
    await page.goForward();
    await finishCheckout(page, 'paid');
    await press(page, 'Pay Rp20,100');
    await page.waitForURL((url) => url.origin === site.origin);
    await finishCheckout(tab, 'paid');
    // The first purchase has used the balance of Rp5,000.
    await press(tab, 'Top up Rp10,000');
    await finishCheckout(tab, 'paid');
    await press(tab, 'Pay Rp20,100');
    await tab.waitForURL((url) => url.origin === site.origin);
    expect(await balance()).toBe(5_000);
  });

  releaseTest(
    'money that arrives while the player waits at the checkout leads on to the payment',
    async () => {
      const { game: page, payUrl } = await shopper();
      await page.goto(payUrl);
      await press(page, 'Top up Rp15,100');
      await page.getByText('For your purchase').waitFor();
      // The page polls after the player has been to the provider.
      const topUpId = new URL(page.url()).pathname.split('/').at(-1)!;
      await insertSession(world.service.db, topUpId, topUpId, new Date());
      await page.reload();
      await payElsewhere(page.url());
      await page.getByText('One step left: pay for A golden sword.').waitFor();
    },
  );

  releaseTest('a failed top-up returns to the purchase, which says so and offers another one', async () => {
    const { game: page, balance, payUrl } = await shopper();
    await page.goto(payUrl);
    await press(page, 'Top up Rp15,100');
    await finishCheckout(page, 'failed');
    await page.getByRole('link', { name: 'Continue your purchase of A golden sword' }).click();
    await page.getByText('The top-up did not work').waitFor();
    await press(page, 'Top up Rp15,100');
    await finishCheckout(page, 'paid');
    await press(page, 'Pay Rp20,100');
    await page.waitForURL((url) => url.origin === site.origin);
    expect(await balance()).toBe(0);
  });

  test('a payment that expires during the top-up says that the money is on the balance', async () => {
    const { game: page, balance, id, payUrl } = await shopper('id-ID');
    await page.goto(payUrl);
    await press(page, 'Isi saldo Rp15.100');
    await page.getByText('Untuk pembelian').waitFor();
    await expirePaymentNow({ ...world.service, ids: randomIds }, id);
    await finishCheckout(page, 'paid');
    await page.getByRole('heading', { name: 'Pembayaran kedaluwarsa' }).waitFor();
    await page.getByText('Rp15.100 yang kamu isi ada di saldomu.').waitFor();
    expect(await balance()).toBe(20_100);
    await page.getByRole('button', { name: 'Kembali ke Star Game' }).click();
    await page.waitForURL((url) => url.origin === site.origin);
  });

  test('money that was set aside: says so, and offers no second top-up', async () => {
    const { db } = world.service;
    const { game: page, identityId, payUrl } = await shopper('en-GB', { amount: 140_000 });
    await page.goto(payUrl);
    await press(page, 'Top up Rp100,000');
    await page.getByText('For your purchase').waitFor();
    const [topUp] = await listTopUps(db, identityId);
    await db.query("select end_topup($1, 'expired')", [topUp!.id]);
    await fund(db, identityId, 50_000n);
    await payElsewhere(page.url());
    await page.reload();
    await page.getByText('this balance could not take it').waitFor();
    await page.getByRole('link', { name: 'Back to your purchase' }).click();
    const said = page.getByText('We received the Rp100,000 that you topped up');
    await said.waitFor();
    expect(await page.getByRole('button', { name: 'Top up' }).count()).toBe(0);
    await fund(db, identityId, 90_000n);
    await page.getByRole('button', { name: 'Pay Rp140,140' }).waitFor();
    await said.waitFor();
    expect(await page.getByText('One step left').count()).toBe(0);
  });

  releaseTest('rounds up to the smallest top-up and says why', async () => {
    const { game: page, balance, payUrl } = await shopper('en-GB', { amount: 6_000 });
    await page.goto(payUrl);
    await page.getByText('You need Rp1,100 more').waitFor();
    await page.getByText('The smallest top-up is Rp10,000; the rest stays on your balance.').waitFor();
    await press(page, 'Top up Rp10,000');
    await finishCheckout(page, 'paid');
    await press(page, 'Pay Rp6,100');
    await page.waitForURL((url) => url.origin === site.origin);
    expect(await balance()).toBe(8_900);
  });

  releaseTest(
    'a price beyond one top-up takes several, and beyond the limit of a balance it says so',
    async () => {
      const { game: page, balance, payUrl } = await shopper('en-GB', { amount: 140_000 });
      await page.goto(payUrl);
      await page.getByText('One top-up is at most Rp100,000, so you top up more than once.').waitFor();
      await press(page, 'Top up Rp100,000');
      await finishCheckout(page, 'paid');
      await press(page, 'Top up Rp35,140');
      await finishCheckout(page, 'paid');
      await page.getByText('One step left').waitFor();
      expect(await balance()).toBe(140_140);
      const expensive = await shopper('en-GB', { amount: 300_000 });
      await expensive.game.goto(expensive.payUrl);
      await press(expensive.game, 'Top up Rp100,000');
      await finishCheckout(expensive.game, 'paid');
      await press(expensive.game, 'Top up Rp100,000');
      await expensive.game.getByText('Your balance cannot hold that much').waitFor();
    },
  );
});
