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
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, patience, shared, signInAtProvider, takeSession } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

const heard: string[] = [];

/** The return address of the links: an empty page on loopback. */
const site = createServer((request, response) => {
  heard.push(request.url ?? '');
  // Simulates a return address that opens a native app: the current page stays.
  if (request.url?.startsWith('/stay')) return response.writeHead(204).end();
  response.setHeader('content-type', 'text/html');
  return response.end('<!doctype html><title>Game</title><h1>Game</h1>');
});
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
afterAll(() => site.close());
const home = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

journeys('links into the money pages', shared, (world) => {
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
    return { device, page: device.page, client };
  }
  const send = (page: Page, total: string) =>
    page.locator('button:not([aria-disabled])', { hasText: `Send ${total}` });
  const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel and go back to Star Game' });
  const lost = (page: Page) => page.getByText('we do not know yet whether it was sent');
  /** The server processes the request, but its response is lost. */
  const loseAnswers = (page: Page) =>
    page.route('**/v1/fiat/sends', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });

  test('a send has no editable field, shows the app’s fee, is sent once on a double click and is reported to the app', async () => {
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

  test('fields that the link leaves open can be edited, fixed fields cannot; Cancel is reported to the app', async () => {
    const { page } = await player('link_open', 100_000n);
    await page.goto(link('/send', { to: 'link_friend@pid' }));
    await page.locator('input[name=amount]').fill('5000');
    expect(await page.locator('input[name=to]').isDisabled()).toBe(true);
    await page.locator('form button[type=submit]').click();
    await page.getByText('Rp5,150').first().waitFor();
    await cancel(page).click();
    expect(await cameBack(page)).toEqual({ from: 'pid', status: 'cancelled', state: 's-1' });
  });

  test('after sending, Cancel is no longer offered, and a player who is still on the page can return to the app', async () => {
    const { page, client } = await player('link_slow', 100_000n);
    await player('link_slowly', 0n);
    const looks: string[] = [];
    await page.goto(link('/send', { to: 'link_slowly@pid', amount: '5000', return_to: `${home()}/stay` }));
    await send(page, 'Rp5,150').waitFor();
    page.on('request', (request) => looks.push(new URL(request.url()).pathname));
    await send(page, 'Rp5,150').click({ noWaitAfter: true });
    // Reads through evaluate, because a locator waits for a pending navigation.
    const shown = () => page.evaluate(() => document.querySelector('main')?.innerText ?? '');
    await expect.poll(shown, patience).toContain('Sent.');
    expect(await shown()).not.toMatch(/Cancel|Nothing has moved yet/);
    // The page was not hidden and no other tab has sent, so the statement was not read again.
    expect(looks).not.toContain('/v1/fiat/statement');
    // A browser may for a while merge a second navigation to the same URL into the first one.
    const goBack = () =>
      page.evaluate(() => document.querySelector<HTMLElement>('main .button-sun')?.click());
    const told = () => heard.filter((url) => url.startsWith('/stay?status=posted&id='));
    await expect
      .poll(async () => (await goBack(), told().length), { ...patience, interval: 1000 })
      .toBeGreaterThan(1);
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(94_850);
  });

  releaseTest(
    'finishes a send with a lost response before another link of the same app, and does not report it to that link',
    async () => {
      const { page, client } = await player('link_lost', 100_000n);
      await page.goto(link('/send', { to: 'link_friend@pid', amount: '5000' }));
      await loseAnswers(page);
      await send(page, 'Rp5,150').click();
      await lost(page).waitFor();
      expect(await cancel(page).count()).toBe(0);
      await page.unroute('**/v1/fiat/sends');
      await page.goto(link('/send', { to: 'link_friend@pid', amount: '7000', state: 's-2' }));
      await page.getByRole('heading', { name: 'Not finished yet' }).waitFor();
      expect(await cancel(page).count()).toBe(0);
      await page.getByRole('button', { name: 'Finish it' }).click();
      await send(page, 'Rp7,170').click();
      expect(await cameBack(page)).toMatchObject({ status: 'posted', state: 's-2' });
      expect((await client.get('/v1/fiat/balance')).body.balance).toBe(87_680);
    },
  );

  test('does not offer an unfinished send to the next player who signs in on the device', async () => {
    const { page, device } = await player('link_first', 100_000n);
    await page.goto('/send?to=link_friend@pid&amount=5000&step=review');
    await page.route('**/v1/fiat/sends', (route) => route.abort('connectionreset'));
    await send(page, 'Rp5,100').click();
    await lost(page).waitFor();
    await page.unroute('**/v1/fiat/sends');
    const second = await player('link_second', 100_000n);
    await takeSession(device, second.client);
    await page.goto('/send?to=link_friend@pid&amount=5000');
    await page.locator('form button[type=submit]').click();
    await send(page, 'Rp5,100').waitFor();
    expect(await page.getByText('Not finished yet').count()).toBe(0);
    expect((await second.client.get('/v1/fiat/balance')).body.balance).toBe(100_000);
  });

  test('opened signed out, it continues after sign-in, checks again after the page was hidden, and sends nothing at another price', async () => {
    const { client, email } = await newPlayer(world.service, 'link_out');
    await fund(world.service.db, await identityOf(world.service, 'link_out'), 100_000n);
    const { page } = await world.device();
    const wish = { to: 'link_friend@pid', amount: '5000', note: 'Nasi & es teh #2 🍜' };
    await page.goto(link('/send', wish));
    await signInAtProvider(page, email);
    await send(page, 'Rp5,150').waitFor();
    await page.getByText(wish.note).waitFor();
    await client.call('sendMoney', { to: wish.to, amount: 5_000 });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await send(page, 'Rp5,150').click();
    await page.getByText('You sent Rp5,000 to link_friend@pid a moment ago').waitFor();
    await world.service.db.query('update apps set fee_flat = 40000 where client_id = $1', [shop.clientId]);
    await page.getByRole('button', { name: 'Yes, send again' }).click();
    await page.getByText('Rp45,150').first().waitFor();
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(94_900);
    await world.service.db.query('update apps set fee_flat = 0 where client_id = $1', [shop.clientId]);
  });

  test('names an unlisted return address and an ambiguous amount, without a link', async () => {
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

  test('a top-up has a fixed amount, waives our fee for players of a verified app and reports paid to the app', async () => {
    const { page, client } = await player('link_topup', 0n);
    await allowApp(client, shop);
    await world.service.db.query('update apps set verified = true where client_id = $1', [shop.clientId]);
    await page.goto(link('/top-up', { amount: '50000' }));
    await page.getByText('Rp500', { exact: true }).first().waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/Service fee\s+Rp0\s/);
    expect(await page.locator('input[name=amount]').isDisabled()).toBe(true);
    await page.getByRole('button', { name: /payment/i }).click();
    await page.waitForURL(/\/checkout\//);
    await page.locator('button[value=paid]').click();
    await page.getByRole('link', { name: /back|continue|return/i }).click();
    expect(await cameBack(page)).toMatchObject({ from: 'pid', status: 'paid', state: 's-1' });
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(50_000);
  });
});
