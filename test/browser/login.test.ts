import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import type { Device } from './support/device.ts';
import { startGameSite } from './support/game-site.ts';
import { claimHandle, journeys, patience, shared, signInAtProvider } from './support/journey.ts';
import { press } from './support/phone.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('login of a game', shared, (world) => {
  async function openGame(device: Device, options: { isolated?: boolean } = {}) {
    const { client } = await newPlayer(world.service);
    const { clientId } = await newApp(client, { name: 'Star Paddle' });
    const game = await startGameSite(world.service.baseUrl, clientId, options);
    await device.page.goto(game.origin);
    return game;
  }

  async function openPopup(device: Device): Promise<Page> {
    const [popup] = await Promise.all([
      device.page.waitForEvent('popup'),
      device.page.getByRole('button', { name: 'Sign in by popup' }).click(),
    ]);
    return popup;
  }

  const gameSays = (device: Device) => device.page.locator('#log').innerText();

  /** Waits until the button accepts clicks, which takes half a second. */
  const allow = (page: Page) => press(page, /^Allow$/);

  test('by popup: the code goes to the opener, the window closes and the game knows the player', async () => {
    const device = await world.device();
    const { pid } = await world.player(device);
    const game = await openGame(device);
    const popup = await openPopup(device);
    await popup.getByRole('heading', { name: 'Sign in to Star Paddle' }).waitFor();
    expect(await popup.getByRole('main').innerText()).toContain(game.origin);
    expect(await popup.getByText('Not verified').count()).toBe(1);
    await popup.getByText('see your profile: display name, picture, bio, country, language').waitFor();
    const closed = popup.waitForEvent('close');
    await allow(popup);
    await closed;
    await expect.poll(() => gameSays(device), patience).toBe(`playing as ${pid} by message`);
  });

  test('by popup, as a newcomer: claiming the handle is the consent', async () => {
    const device = await world.device();
    await openGame(device);
    const popup = await openPopup(device);
    await signInAtProvider(popup, 'newcomer@example.com');
    await popup.getByText('You are signing in to Star Paddle').waitFor();
    const closed = popup.waitForEvent('close');
    await claimHandle(popup, 'newcomer', /^Claim it and allow Star Paddle/);
    await closed;
    await expect.poll(() => gameSays(device), patience).toBe('playing as newcomer@pid by message');
  });

  test('by redirect: the response is in the URL', async () => {
    const device = await world.device();
    const { pid } = await world.player(device);
    const game = await openGame(device);
    await device.page.getByRole('button', { name: 'Sign in by redirect' }).click();
    await allow(device.page);
    await device.page.waitForURL(`${game.origin}/callback`);
    await expect.poll(() => gameSays(device), patience).toBe(`playing as ${pid} by redirect`);
  });

  test('Deny returns access_denied and no code', async () => {
    const device = await world.device();
    await world.player(device);
    await openGame(device);
    const popup = await openPopup(device);
    const closed = popup.waitForEvent('close');
    await press(popup, /^Deny$/);
    await closed;
    await expect.poll(() => gameSays(device), patience).toBe('refused: access_denied by message');
  });

  releaseTest('Cancel on the sign-in page and on the claim page returns access_denied', async () => {
    const device = await world.device();
    await openGame(device);
    const cancel = async (popup: Page) => {
      const closed = popup.waitForEvent('close');
      await press(popup, /^Cancel$/);
      await closed;
      await expect.poll(() => gameSays(device), patience).toBe('refused: access_denied by message');
      await device.page.reload();
    };
    const atSignIn = await openPopup(device);
    await atSignIn.getByText('to continue to Star Paddle').waitFor();
    await cancel(atSignIn);
    const atClaim = await openPopup(device);
    await signInAtProvider(atClaim, 'turned-back@example.com');
    await atClaim.getByText('You are signing in to Star Paddle').waitFor();
    await cancel(atClaim);
  });

  releaseTest('a newcomer claims the handle and refuses the game', async () => {
    const device = await world.device();
    await openGame(device);
    const popup = await openPopup(device);
    await signInAtProvider(popup, 'name-only@example.com');
    await popup.getByText('You are signing in to Star Paddle').waitFor();
    const closed = popup.waitForEvent('close');
    await claimHandle(popup, 'name_only', /^Claim it without Star Paddle/);
    await closed;
    await expect.poll(() => gameSays(device), patience).toBe('refused: access_denied by message');
    await device.page.goto(`${world.service.baseUrl}/connected-apps`);
    await device.page.getByRole('heading', { name: 'Games and apps' }).waitFor();
    expect(await device.page.getByText('Star Paddle').count()).toBe(0);
  });

  releaseTest('a player who chooses another account and goes back is still signed in', async () => {
    const device = await world.device();
    const { pid } = await world.player(device);
    await openGame(device);
    const popup = await openPopup(device);
    const login = popup.url();
    await popup.getByRole('button', { name: 'Use a different account' }).click();
    await popup.getByText('to continue to Star Paddle').waitFor();
    await popup.goto(login);
    await popup.getByText(pid).waitFor();
    await popup.close();
  });

  releaseTest('with another account: the first player is signed out and the second one plays', async () => {
    const device = await world.device();
    await world.player(device);
    const other = await newPlayer(world.service, 'the_other_one');
    await openGame(device);
    const popup = await openPopup(device);
    await popup.getByRole('button', { name: 'Use a different account' }).click();
    await signInAtProvider(popup, other.email);
    await popup.getByText(other.pid).waitFor();
    const closed = popup.waitForEvent('close');
    await allow(popup);
    await closed;
    await expect.poll(() => gameSays(device), patience).toBe('playing as the_other_one@pid by message');
  });

  releaseTest(
    'with an opener severed by COOP: the redirect carries the code to the game’s callback page',
    async () => {
      const device = await world.device();
      const { pid } = await world.player(device);
      await openGame(device, { isolated: true });
      const [popup] = await Promise.all([
        device.context.waitForEvent('page'),
        device.page.getByRole('button', { name: 'Sign in by popup' }).click(),
      ]);
      expect(await popup.evaluate(() => window.opener)).toBeNull();
      await allow(popup);
      await expect.poll(() => gameSays(device), patience).toBe(`playing as ${pid} by callback page`);
    },
  );

  test('an unknown app or an unregistered redirect URI shows an error without a link', async () => {
    const device = await world.device();
    await world.player(device);
    const { client } = await newPlayer(world.service);
    const app = await newApp(client);
    for (const query of [
      { client_id: 'nobody', redirect_uri: 'https://game.example/' },
      { client_id: app.clientId, redirect_uri: 'https://evil.example/' },
    ]) {
      await device.page.goto(`/authorize?${new URLSearchParams(query).toString()}`);
      await device.page.getByRole('heading', { name: 'This sign-in link is broken' }).waitFor();
      expect(await device.page.locator('a[href*="example"]').count()).toBe(0);
      expect(new URL(device.page.url()).origin).toBe(world.service.baseUrl);
    }
  });

  test('Allow accepts no click in the first half second after the window gets focus', async () => {
    const device = await world.device();
    await world.player(device);
    const { client } = await newPlayer(world.service);
    const app = await newApp(client);
    const { page } = device;
    await page.clock.install();
    const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: app.redirectUri });
    await page.goto(`/authorize?${query.toString()}`);
    const button = page.getByRole('button', { name: 'Allow' });
    const isArmed = async () => (await button.getAttribute('aria-disabled')) === null;
    await expect.poll(isArmed, patience).toBe(true);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(isArmed, patience).toBe(false);
    const decisions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') decisions.push(request.url());
    });
    await button.click({ force: true });
    await page.clock.runFor(400);
    expect(await isArmed()).toBe(false);
    await page.clock.runFor(200);
    await expect.poll(isArmed, patience).toBe(true);
    expect(decisions).toEqual([]);
  });
});
