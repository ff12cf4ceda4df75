import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import {
  identityOf,
  openShop,
  type Shop,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { allowApp } from '../../packages/server/test/app-helper.ts';
import { journeys } from './support/journey.ts';

/** Where a link leads back to: a page that says nothing, on loopback. */
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Game</title><h1>Game</h1>');
});
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
afterAll(() => site.close());
const home = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

journeys('links into the money pages', {}, (world) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(world.service, { feeBps: 100 });
  });
  const link = (path: string, fields: Record<string, string>) =>
    `${path}?${new URLSearchParams({ client_id: shop.clientId, return_to: `${home()}/back?from=pid`, state: 's-1', ...fields }).toString()}`;
  async function cameBack(page: Page): Promise<Record<string, string>> {
    await page.waitForURL((url) => url.origin === home());
    return Object.fromEntries(new URL(page.url()).searchParams);
  }
  async function player(handle: string, balance: bigint) {
    const device = await world.device();
    const { client } = await world.player(device, handle);
    if (balance > 0n) await fund(world.service.db, await identityOf(world.service, handle), balance);
    return { page: device.page, client };
  }

  test('a send: nothing can be typed, the app’s fee is a line of its own, a double click sends once, and the app hears of it', async () => {
    const friend = await player('link_friend', 0n);
    const { page, client } = await player('link_sender', 100_000n);
    await page.goto(link('/send', { to: 'link_friend@pid', amount: '25000', note: 'A gift' }));
    await page.getByText('Rp25,350').first().waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(
      /Star Game[\s\S]*127\.0\.0\.1[\s\S]*link_friend@pid[\s\S]*Rp25,000[\s\S]*Rp100[\s\S]*Rp250[\s\S]*Rp25,350[\s\S]*A gift/,
    );
    expect(await page.locator('main input').count()).toBe(0);
    await page.locator('button:not([aria-disabled])', { hasText: 'Send Rp25,350' }).dblclick();
    expect(await cameBack(page)).toEqual({
      from: 'pid',
      status: 'posted',
      state: 's-1',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(74_650);
    expect((await friend.client.get('/v1/fiat/balance')).body.balance).toBe(25_000);
    expect((await shop.ask('GET', '/balance')).body.balance).toBe(250);
  });

  test('what a link leaves open can be typed, what it fixes cannot; giving up tells the app', async () => {
    const { page } = await player('link_open', 100_000n);
    await page.goto(link('/send', { to: 'link_friend@pid' }));
    await page.locator('input[name=amount]').fill('5000');
    expect(await page.locator('input[name=to]').isDisabled()).toBe(true);
    await page.locator('form button[type=submit]').click();
    await page.getByText('Rp5,150').first().waitFor();
    await page.getByRole('button', { name: 'Cancel and go back to Star Game' }).click();
    expect(await cameBack(page)).toEqual({ from: 'pid', status: 'cancelled', state: 's-1' });
  });

  test('a return address that is not the app’s, and an amount that would have to be guessed, are named and lead nowhere', async () => {
    const { page } = await player('link_broken', 100_000n);
    await page.goto(
      link('/send', { to: 'link_friend@pid', amount: '5000', return_to: 'https://evil.example/' }),
    );
    await page.getByText('https://evil.example is not listed').waitFor();
    expect(await page.locator('main button, main a[href^="http"]').count()).toBe(0);
    await page.goto(link('/send', { to: 'link_friend@pid', amount: '5.000,5' }));
    await page.getByText('amount must be whole rupiah').waitFor();
    expect(await page.locator('main button').count()).toBe(0);
  });

  test('a top-up: the amount stands, our fee is waived for who has connected a verified app, and the app hears paid', async () => {
    const { page, client } = await player('link_topup', 0n);
    await allowApp(client, shop);
    await world.service.db.query('update apps set verified = true where client_id = $1', [shop.clientId]);
    await page.goto(link('/top-up', { amount: '50000' }));
    await page.getByText('Rp500', { exact: true }).first().waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/Service fee\s+Rp0\s/);
    expect(await page.locator('input[name=amount]').isDisabled()).toBe(true);
    await page.getByRole('button', { name: /checkout/i }).click();
    await page.waitForURL(/\/checkout\//);
    await page.locator('button[value=paid]').click();
    await page.getByRole('link', { name: /back|continue|return/i }).click();
    expect(await cameBack(page)).toMatchObject({ from: 'pid', status: 'paid', state: 's-1' });
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(50_000);
  });
});
