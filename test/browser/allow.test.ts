import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ask, charge, told } from '../../packages/server/src/allowances/testing/allowance-fixture.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import {
  identityOf,
  openShop,
  type Shop,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { allowApp } from '../../packages/server/test/app-helper.ts';
import { releaseTest } from '../support/release-test.ts';
import { addAuthenticator } from './support/device.ts';
import { confirmWithPasskey, journeys, patience, shared, takeSession } from './support/journey.ts';
import { openShopSite } from './support/shop-site.ts';

const site = openShopSite();
const pictures = process.env['PID_PICTURES'];

journeys('a monthly pass', shared, (world) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(world.service);
  });

  /** A player who has connected the app, with money and no passkey yet. */
  async function player(handle: string, options = {}) {
    const device = await world.device(options);
    const one = await world.player(device, handle);
    await fund(world.service.db, await identityOf(world.service, handle), 100_000n);
    await allowApp(one.client, shop);
    return { ...one, device, page: device.page };
  }
  const askFor = async (one: { pid: string }, fields: Record<string, unknown> = {}) =>
    (
      await ask(shop, one, {
        amount: 25_100,
        description: 'Monthly pass',
        returnTo: site.returnTo,
        ...fields,
      })
    ).body as { id: string; approveUrl: string };
  const allow = (page: Page, name = 'Allow every month') =>
    page.locator('button:not([aria-disabled])', { hasText: name });
  async function answered(game: Page, status: string): Promise<void> {
    await expect.poll(() => game.locator('output').textContent(), patience).toBe(status);
  }
  async function approveOn(page: Page): Promise<void> {
    await allow(page).click();
    await confirmWithPasskey(page, 'Allow an app to charge up to Rp25,100 per period');
  }
  async function createPasskey(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByText('You need a passkey for this').waitFor({ state: 'detached' });
  }
  const picture = async (page: Page, name: string) => {
    if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  };

  test('is approved in a popup with a new passkey; the game charges it, and one tap ends it', async () => {
    const { page: game, ...maya } = await player('pass_popup');
    const { id, approveUrl } = await askFor(maya);
    await game.goto(site.passAt(approveUrl));
    const opened = game.waitForEvent('popup');
    await game.getByRole('button', { name: 'Buy' }).click();
    const popup = await opened;
    await popup.getByRole('heading', { name: 'Let Star Game charge you?' }).waitFor();
    expect(await popup.getByRole('main').innerText()).toMatch(
      /127\.0\.0\.1[\s\S]*Monthly pass[\s\S]*Rp25,100 per month[\s\S]*pass_popup@pid/,
    );
    expect(await popup.locator('input').count()).toBe(0);
    await addAuthenticator(maya.device.context, popup);
    await createPasskey(popup);
    await approveOn(popup);
    await answered(game, 'active');
    expect((await charge(shop, id, 25_000)).status).toBe(201);

    const { page } = maya.device;
    await page.goto('/money');
    await page.getByText('automatic payment').waitFor();
    await page.goto('/connected-apps');
    const row = page.getByRole('listitem').filter({ hasText: 'Monthly pass' });
    expect(await row.innerText()).toMatch(/Rp25,100 per month[\s\S]*Rp25,100 charged in this period/);
    await picture(page, 'connected');
    await page.goto(`/games/${shop.clientId}`);
    await page.getByText('Rp25,100 charged in this period').waitFor();
    await page.getByRole('button', { name: 'End: Monthly pass, Star Game' }).click();
    await page.getByText('It cannot charge you without asking.').waitFor();
    expect(told(await charge(shop, id, 1000))).toBe('409 allowance_unavailable; reason=ended');
    await page.goto('/connected-apps');
    await page.getByText('Connected', { exact: false }).first().waitFor();
    expect(await page.getByText('Monthly pass').count()).toBe(0);
    await page.goto('/notices');
    await page.getByText('You allowed “Star Game” to charge you up to Rp25,100 per month').waitFor();
  });

  releaseTest('is declined by redirect; a closed window is no decision', async () => {
    const { page, ...maya } = await player('pass_redirect');
    const { approveUrl } = await askFor(maya);
    await page.goto(site.passAt(approveUrl, 'redirect'));
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.waitForURL((url) => url.origin === site.origin);
    await answered(page, 'ended');
    const { approveUrl: other } = await askFor(maya);
    await page.goto(site.passAt(other));
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Buy' }).click();
    const popup = await opened;
    await popup.getByRole('heading', { name: 'Let Star Game charge you?' }).waitFor();
    await popup.close();
    await answered(page, 'closed');
    // The request is still there, in Indonesian and on a small dark screen.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(other);
    await allow(page)
      .waitFor({ state: 'attached', timeout: 1000 })
      .catch(() => {});
    await picture(page, 'allow-dark');
    for (const name of ['Decline', 'Allow every month']) {
      const box = (await page.getByRole('button', { name }).boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(360);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    const phone = await world.device({ locale: 'id-ID', viewport: { width: 360, height: 740 } });
    await takeSession(phone, maya.client);
    await phone.page.goto(other);
    await phone.page.getByRole('heading', { name: 'Izinkan Star Game menagihmu?' }).waitFor();
    await picture(phone.page, 'allow-id');
  });

  releaseTest('is approved once despite a lost response, a second tab and a second device', async () => {
    const { page, device, ...maya } = await player('pass_lost');
    const { id, approveUrl } = await askFor(maya, { returnTo: undefined });
    const second = await device.context.newPage();
    await page.goto(approveUrl);
    await createPasskey(page);
    await second.goto(approveUrl);
    await allow(second).waitFor();
    await page.route(
      '**/approve',
      async (route) => {
        const response = await route.fetch();
        // The first response asks for the passkey.
        if (response.status() === 403) await route.fulfill({ response });
        else await route.abort();
      },
      { times: 2 },
    );
    await approveOn(page);
    await page.getByText('No answer. Press again: nothing happens twice.').waitFor();
    await allow(page).click();
    await page.getByRole('heading', { name: 'Allowed' }).waitFor();
    // The second tab still shows the question: ending it there wins over nothing, and says so.
    await allow(second).click();
    await second.getByRole('heading', { name: 'Allowed' }).waitFor();
    const phone = await world.device();
    await takeSession(phone, maya.client);
    await phone.page.goto(approveUrl);
    await phone.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    await maya.client.call('endAllowance', { id });
    await phone.page.reload();
    await phone.page.getByRole('heading', { name: 'This has ended' }).waitFor();
  });

  releaseTest('a link for another player leads to their account', async () => {
    const maya = await player('pass_for_maya');
    const { approveUrl } = await askFor(maya);
    const other = await world.device();
    await world.player(other, 'pass_other');
    await other.page.goto(approveUrl);
    await other.page.getByRole('heading', { name: 'Nothing to allow here' }).waitFor();
    await other.page.getByRole('button', { name: 'Use another account' }).waitFor();
  });
});
