import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  identityOf,
  openShop,
  type Shop,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { openShopSite } from './support/shop-site.ts';
import {
  claimHandle,
  confirmWithPasskey,
  journeys,
  patience,
  shared,
  signInAtProvider,
} from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

const site = openShopSite();

journeys('paying an app', shared, (world) => {
  let stall: Shop;
  beforeAll(async () => {
    stall = await openShop(world.service);
  });
  const ask = async (fields: Record<string, unknown> = {}) =>
    (await stall.create({ amount: 20_000, returnTo: site.returnTo, ...fields })).body as {
      id: string;
      payUrl: string;
    };
  async function richPlayer(handle: string, balance: bigint) {
    const device = await world.device();
    const player = await world.player(device, handle);
    if (balance > 0n) await fund(world.service.db, await identityOf(world.service, handle), balance);
    return { device, page: device.page, ...player };
  }
  async function answered(game: Page, status: string): Promise<void> {
    await expect.poll(() => game.locator('output').textContent(), patience).toBe(status);
  }
  const statusOf = async (id: string) => (await stall.ask('GET', `/payments/${id}`)).body.status;
  const pay = (window: Page, total: string) =>
    window.locator('button:not([aria-disabled])', { hasText: `Pay ${total}` });

  async function buyInPopup(game: Page, payUrl: string): Promise<Page> {
    await game.goto(site.shopAt(payUrl));
    const opened = game.waitForEvent('popup');
    await game.getByRole('button', { name: 'Buy' }).click();
    return opened;
  }

  test('in a popup: shows the app, the purpose and all fees; a double click pays once and the game is notified', async () => {
    const { page: game, client } = await richPlayer('payer_popup', 50_000n);
    const { id, payUrl } = await ask({ capture: 'manual' });
    const popup = await buyInPopup(game, payUrl);
    await popup.getByRole('heading', { name: 'Pay Star Game' }).waitFor();
    const main = popup.getByRole('main');
    expect(await main.innerText()).toMatch(
      /Not verified[\s\S]*127\.0\.0\.1[\s\S]*A golden sword[\s\S]*Rp20,100[\s\S]*payer_popup@pid/,
    );
    // One amount is in sight; the button repeats it only for screen readers.
    await popup.getByRole('button', { name: 'Pay Rp20,100' }).waitFor();
    const amounts = main.getByText(/Rp[\d,]+/).filter({ visible: true });
    expect(
      await amounts.evaluateAll((all) => all.filter(({ clientWidth }) => clientWidth !== 1).length),
    ).toBe(1);
    await popup.getByText('Price and fees').press('Enter');
    expect(await main.innerText()).toMatch(/Star Game itself[\s\S]*Rp20,000[\s\S]*Rp100[\s\S]*Rp29,900/);
    expect(await popup.locator('input').count()).toBe(0);
    await pay(popup, 'Rp20,100').dblclick();
    await answered(game, 'held');
    expect(await statusOf(id)).toBe('held');
    expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 29_900, held: 20_100 });
  });

  releaseTest('reports declined after Decline, and closed after the window was closed', async () => {
    const { page: game } = await richPlayer('payer_declines', 50_000n);
    const first = await ask();
    const popup = await buyInPopup(game, first.payUrl);
    await popup.getByRole('button', { name: 'Decline' }).click();
    await answered(game, 'declined');
    expect(await statusOf(first.id)).toBe('declined');
    const second = await ask();
    const other = await buyInPopup(game, second.payUrl);
    await other.getByRole('heading', { name: 'Pay Star Game' }).waitFor();
    await other.close();
    await answered(game, 'closed');
    expect(await statusOf(second.id)).toBe('open');
  });

  test('a newcomer signs up and returns to the payment', async () => {
    const { page } = await world.device();
    const { payUrl } = await ask();
    await page.goto(payUrl);
    await signInAtProvider(page, 'payer_new@example.com');
    await claimHandle(page, 'payer_new');
    await page.getByRole('heading', { name: 'Pay Star Game' }).waitFor();
    // A welcome message would cover the total.
    expect(await page.getByText('payer_new@pid!').count()).toBe(0);
  });

  releaseTest(
    'a large payment to a new app requires the passkey; without a return address the page shows the outcome',
    async () => {
      const { device, client } = await richPlayer('payer_passkey', 500_000n);
      const { page } = device;
      await page.goto('/security');
      await page
        .getByRole('button', { name: /passkey/i })
        .first()
        .click();
      await expect.poll(async () => (await client.get('/v1/passkeys')).body.length, patience).toBe(1);
      const { body } = await stall.create({ amount: 100_000 });
      await page.goto(body.payUrl);
      await pay(page, 'Rp100,100').click();
      await confirmWithPasskey(page, 'Pay Rp100,100');
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      expect((await client.get('/v1/fiat/balance')).body.balance).toBe(399_900);
    },
  );

  releaseTest('in a new tab, the response goes to the opener, at its origin', async () => {
    const { page: game } = await richPlayer('payer_tab', 50_000n);
    const { id, payUrl } = await ask();
    await game.goto(`${site.origin}/`);
    const opened = game.waitForEvent('popup');
    await game.evaluate((address) => {
      addEventListener('message', ({ data }) => {
        document.querySelector('output')!.textContent = JSON.stringify(data);
      });
      document.body.append(Object.assign(document.createElement('a'), { href: address, target: '_blank' }));
      const link = document.querySelector('a')!;
      link.rel = 'opener';
      link.click();
    }, `${payUrl}?response_mode=web_message&state=tab-1`);
    await pay(await opened, 'Rp20,100').click();
    const told = { type: 'pid:payment', payment_id: id, status: 'paid', state: 'tab-1' };
    const heard = async () => JSON.parse((await game.locator('output').textContent()) || 'null') as unknown;
    await expect.poll(heard, patience).toEqual(told);
  });

  test('pays once despite a lost response, a reload and a second tab', async () => {
    const { device, client } = await richPlayer('payer_lost', 50_000n);
    const { page } = device;
    const { payUrl } = await ask();
    const second = await device.context.newPage();
    for (const tab of [second, page]) {
      await tab.goto(payUrl);
      await pay(tab, 'Rp20,100').waitFor();
    }
    await page.route(
      '**/confirm',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await pay(page, 'Rp20,100').click();
    await page.getByText('We got no response').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await pay(second, 'Rp20,100').click();
    await second.waitForURL((url) => url.origin === site.origin && url.searchParams.get('status') === 'paid');
    expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 29_900, held: 0 });
  });

  releaseTest(
    'on a phone with text at 130 %, both buttons are visible, and so is the link for the wrong player',
    async () => {
      const device = await world.device({ viewport: { width: 360, height: 740 }, hasTouch: true });
      const { pid } = await world.player(await world.device(), 'payer_other');
      await world.player(device, 'payer_phone');
      const { page } = device;
      await page.goto((await ask({ capture: 'manual' })).payUrl);
      await page.getByRole('heading', { name: 'Pay Star Game' }).waitFor();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'));
      for (const name of ['Decline', 'Top up Rp20,100']) {
        const box = (await page.getByRole('button', { name }).boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(740);
        expect(box.x + box.width).toBeLessThanOrEqual(360);
        expect(box.height).toBeGreaterThanOrEqual(44);
      }
      await page.goto((await ask({ pid })).payUrl);
      await page.getByText('You are signed in as payer_phone@pid').waitFor();
      await page.getByRole('button', { name: 'Use a different account' }).click();
      await page.waitForURL(/\/signin/);
      await page.getByText('to continue to your payment').waitFor();
    },
  );
});
