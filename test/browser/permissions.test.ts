import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import type { Device } from './support/device.ts';
import { journeys, patience, shared, signInAtProvider } from './support/journey.ts';
import { startPermissionSite } from './support/permission-site.ts';
import { press } from './support/phone.ts';
import { cutsOpener, lookAtGame } from './support/purchase.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('a permission on another chain', shared, (world) => {
  /** Opens an app of another player in the device's browser. `read` uses its machine token. */
  async function openApp(device: Device) {
    const { client } = await newPlayer(world.service);
    const app = await newApp(client, { name: 'Dungeon Tycoon' });
    const site = await startPermissionSite(world.service.baseUrl, app.clientId);
    await device.page.goto(site.origin);
    const headers = bearing(await machineTokenOf(world.service.client(), app));
    return { ...site, read: (path: string) => world.service.client().get(path, headers) };
  }

  async function openPopup(device: Device, name = 'Ask by popup'): Promise<Page> {
    const [popup] = await Promise.all([
      device.page.waitForEvent('popup'),
      device.page.getByRole('button', { name }).click(),
    ]);
    return popup;
  }

  async function playerWithPasskey() {
    const device = await world.device();
    const player = await world.player(device);
    await device.page.goto('/security');
    await device.page.getByRole('button', { name: 'Add a passkey' }).click();
    await device.page.getByText('This is your only passkey').waitFor();
    return { device, player };
  }

  const allow = (page: Page) => press(page, /^Allow with your passkey$/);
  const appSays = (device: Device) => device.page.locator('#log').innerText();

  test('by redirect: shows the terms, needs one passkey prompt, the app reads the permission; then it is revoked', async () => {
    const { device } = await playerWithPasskey();
    const { page } = device;
    const app = await openApp(device);
    await page.getByRole('button', { name: 'Ask by redirect' }).click();
    await page.getByRole('heading', { name: 'Let Dungeon Tycoon act for your account?' }).waitFor();
    const words = await page.getByRole('main').innerText();
    for (const line of [
      app.origin,
      'On Base, for the account',
      'Call the function',
      'Spend at most 0.01 ETH a day',
      'From the moment you approve',
      'Network fees are not part of these limits',
    ])
      expect(words).toContain(line);
    // A refused prompt creates no permission and can be repeated.
    await device.authenticator.refuse();
    await allow(page);
    await page.getByText('The passkey was not used').waitFor();
    expect((await app.read('/v1/permissions')).body.items).toEqual([]);
    await device.authenticator.answerPrompts();
    await allow(page);
    await page.waitForURL((url) => url.origin === app.origin);
    await expect.poll(() => appSays(device), patience).toMatch(/^[0-9a-f-]{36} state-query by redirect$/);
    const id = (await appSays(device)).slice(0, 36);
    expect((await app.read(`/v1/permissions/${id}`)).body).toMatchObject({ status: 'active' });

    await page.goto(`${world.service.baseUrl}/permissions`);
    await page.getByText('0 of 0.01 coin used').waitFor();
    await page.getByText('All terms').click();
    await page.getByText('Spend at most 0.01 ETH a day').waitFor();
    await page.getByRole('button', { name: 'Revoke: Dungeon Tycoon' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('One step is left on the blockchain').waitFor();
    await page.getByRole('heading', { name: 'Ended' }).waitFor();
    expect((await app.read(`/v1/permissions/${id}`)).body).toMatchObject({ status: 'revoked' });
  });

  test.each([
    ['Ask by popup', false],
    ['Ask with the SDK', false],
    ['Ask with the SDK', true],
  ] as const)(
    '%s, signed out (the provider cuts the opener: %j): signs in, creates a first passkey and passes the result to the app',
    async (name, isCut) => {
      const device = await world.device();
      const { email } = await newPlayer(world.service);
      const app = await openApp(device);
      if (isCut) await cutsOpener(device.context, '**/v1/auth/signin/*');
      const popup = await openPopup(device, name);
      if (isCut) {
        await popup.getByRole('link', { name: /^Continue with / }).click();
        await popup.getByLabel('E-mail').waitFor();
        // The window seems closed, but it said that it leaves.
        await lookAtGame(device.page);
        expect(await appSays(device)).toBe('');
        await popup.getByLabel('E-mail').fill(email);
        await popup.getByRole('button', { name: 'Continue' }).click();
      } else await signInAtProvider(popup, email);
      await popup.getByText('You need a passkey for this').waitFor();
      expect(await popup.evaluate(() => window.opener === null)).toBe(isCut);
      // In this browser, each window has a separate authenticator.
      const cdp = await device.context.newCDPSession(popup);
      await cdp.send('WebAuthn.enable', { enableUI: false });
      await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await popup.getByRole('button', { name: 'Add a passkey' }).click();
      await popup.getByText('You need a passkey for this').waitFor({ state: 'detached' });
      const closed = popup.waitForEvent('close');
      await allow(popup);
      await closed;
      await expect
        .poll(() => appSays(device), patience)
        .toMatch(/^[0-9a-f-]{36} state-web_message by message$/);
      expect(
        await device.page.evaluate(() => Object.keys(localStorage).filter((key) => !key.includes(':taken:'))),
      ).toEqual([]);
      const id = (await appSays(device)).slice(0, 36);
      expect((await app.read(`/v1/permissions/${id}`)).body).toMatchObject({ status: 'active' });
    },
  );

  releaseTest('finds an approval whose response was lost, and reports it to the app', async () => {
    const { device } = await playerWithPasskey();
    const { page } = device;
    const app = await openApp(device);
    await page.getByRole('button', { name: 'Ask by redirect' }).click();
    await page.getByRole('heading', { name: 'Let Dungeon Tycoon act for your account?' }).waitFor();
    await page.route('**/approve', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await allow(page);
    await page.waitForURL((url) => url.origin === app.origin);
    await expect.poll(() => appSays(device), patience).toMatch(/^[0-9a-f-]{36} state-query by redirect$/);
  });

  releaseTest('Deny by popup and by redirect returns access_denied and creates nothing', async () => {
    const { device } = await playerWithPasskey();
    const app = await openApp(device);
    const popup = await openPopup(device);
    const closed = popup.waitForEvent('close');
    await press(popup, /^Deny$/);
    await closed;
    await expect.poll(() => appSays(device), patience).toBe('refused: access_denied by message');
    await device.page.getByRole('button', { name: 'Ask by redirect' }).click();
    await press(device.page, /^Deny$/);
    await device.page.waitForURL((url) => url.origin === app.origin);
    await expect.poll(() => appSays(device), patience).toBe('refused: access_denied by redirect');
    await device.page.goto(`${world.service.baseUrl}/permissions`);
    await device.page.getByText('No permission given').waitFor();
  });

  test('with the SDK, if no window can open, the page returns with the result', async () => {
    const { device } = await playerWithPasskey();
    const { page } = device;
    const app = await openApp(device);
    const ask = async () => {
      await page.goto(app.origin);
      await page.evaluate(() => void (window.open = () => null));
      await page.getByRole('button', { name: 'Ask with the SDK' }).click();
      await page.getByRole('heading', { name: 'Let Dungeon Tycoon act for your account?' }).waitFor();
    };
    await ask();
    await press(page, /^Deny$/);
    await page.waitForURL(`${app.origin}/resume`);
    await expect.poll(() => appSays(device), patience).toBe('refused: access_denied by redirect');
    await ask();
    await allow(page);
    await page.waitForURL(`${app.origin}/resume`);
    await expect.poll(() => appSays(device), patience).toMatch(/^[0-9a-f-]{36} resumed by redirect$/);
    const id = (await appSays(device)).slice(0, 36);
    expect((await app.read(`/v1/permissions/${id}`)).body).toMatchObject({ status: 'active' });
  });

  test('an invalid request shows the validation errors without a link', async () => {
    const device = await world.device();
    await world.player(device);
    const { client } = await newPlayer(world.service);
    const app = await newApp(client);
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      request: '{}',
    });
    await device.page.goto(`/grant?${query.toString()}`);
    await device.page.getByRole('heading', { name: 'This request is broken' }).waitFor();
    await device.page.getByText('chainId is required').waitFor();
    expect(await device.page.locator('a[href*="example"]').count()).toBe(0);
  });
});
