import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { newAccount } from '../../packages/server/test/account-helper.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import type { TestService } from '../../packages/server/test/test-service.ts';
import { identityOf } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { startExampleGame } from './support/example-game.ts';
import { giveAuthenticator } from './support/authenticator.ts';
import { journeys, patience, shared } from './support/journey.ts';
import { press } from './support/phone.ts';
import { cutsOpener } from './support/purchase.ts';
import { startSessionSite } from './support/session-site.ts';
import { releaseTest } from '../support/release-test.ts';

const startGame = async (service: TestService) => (await startExampleGame(service)).url;

journeys('the example game', shared, (world) => {
  releaseTest(
    'without popups, the page navigates to PID and returns with the session or the refusal',
    async () => {
      const owner = await newAccount(world.service);
      const [game, device] = [await startGame(world.service), await world.device()];
      const cookie = owner.client.cookie('pid_access')!;
      await device.context.addCookies([{ name: 'pid_access', value: cookie, url: world.service.baseUrl }]);
      await device.context.addInitScript(() => {
        window.open = () => null;
      });
      const page = await device.context.newPage();
      await page.goto(game);
      await giveAuthenticator(device.context, page, owner);
      // Before sign-in, every square has a name and no balance is shown.
      await expect
        .poll(() => page.getByRole('button', { name: /^Square \d: empty$/ }).count(), patience)
        .toBe(9);
      expect(await page.locator('#balance').innerText()).toBe('');
      await page.getByRole('button', { name: 'Sign in with PID' }).click();
      await press(page, /^Allow$/);
      await expect.poll(() => page.locator('#player').innerText(), patience).toBe(owner.pid);

      const ask = async () => {
        await page.getByRole('button', { name: 'Open a session' }).click();
        await page.getByText('It can never use your wallet').waitFor();
      };
      await ask();
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await page.waitForURL(`${game}/**`);
      await expect.poll(() => page.locator('#status').innerText(), patience).toContain('denied the session');

      await ask();
      await press(page, 'Allow with your passkey');
      await expect.poll(() => page.locator('#status').innerText(), patience).toContain('Your move');
      expect(new URL(page.url()).search).toBe('');
      await page.locator('#cell-4').click();
      await expect.poll(() => page.locator('#status').innerText(), patience).toContain('without a prompt');
    },
  );

  test('one passkey prompt opens a session, moves need no further prompt, and the player ends the session', async () => {
    const owner = await newAccount(world.service);
    const [game, device] = [await startGame(world.service), await world.device()];
    const cookie = owner.client.cookie('pid_access')!;
    await device.context.addCookies([{ name: 'pid_access', value: cookie, url: world.service.baseUrl }]);
    const { page } = device;
    await page.goto(game);
    const opened = async (name: string) => {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name }).click(),
      ]);
      return popup;
    };
    const login = await opened('Sign in with PID');
    await login.waitForURL(/\/authorize\?/);
    expect(new URL(login.url()).searchParams.get('scope')).toBe('balance');
    await press(login, /^Allow$/);
    await expect.poll(() => page.locator('#player').innerText(), patience).toBe(owner.pid);

    const consent = await opened('Open a session');
    await giveAuthenticator(device.context, consent, owner);
    await consent.getByText('It can never use your wallet').waitFor();
    expect(await consent.getByRole('main').innerText()).toContain(game);
    await press(consent, 'Allow with your passkey');
    await expect.poll(() => page.locator('#status').innerText(), patience).toContain('Your move');

    await page.locator('#cell-0').click();
    await expect.poll(() => page.locator('#status').innerText(), patience).toContain('without a prompt');
    expect(await page.locator('#cell-0').innerText()).toBe('✕');
    await page.locator('#cell-1').click();
    await expect.poll(() => page.locator('#cell-1').getAttribute('data-side'), patience).toBe('player');

    // The key survives a reload and is not extractable.
    await page.reload();
    await expect.poll(() => page.locator('#status').innerText(), patience).toContain('Your move');
    const extractable = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('pid-sessions', 1);
          opening.addEventListener('success', () => {
            const all = opening.result.transaction('sessions').objectStore('sessions').getAll();
            all.addEventListener('success', () =>
              resolve(all.result.map(({ pair }: { pair: CryptoKeyPair }) => pair.privateKey.extractable)),
            );
          });
        }),
    );
    expect(extractable).toStrictEqual([false]);

    // After the owner ended the session on PID's page with the passkey, the key can no longer move.
    const account = await device.context.newPage();
    await giveAuthenticator(device.context, account, owner, 100);
    await account.goto(`${world.service.baseUrl}/game-sessions`);
    await account.getByRole('button', { name: /^End session: / }).click();
    await account.getByRole('dialog').getByRole('button', { name: 'End with your passkey' }).click();
    await account.getByText('Confirmed: the session has ended').waitFor();
    await account.getByRole('button', { name: 'Back to the sessions' }).click();
    await account.getByText('You ended it.').waitFor();
    await page.locator('#board button[data-side=empty]').first().click();
    await expect.poll(() => page.locator('#status').innerText(), patience).toContain('ended');
  });

  test('a window that lost its opener closes, also if the game has read the session before', async () => {
    const owner = await newAccount(world.service);
    const { baseUrl } = world.service;
    const { clientId } = await newApp(owner.client, { name: 'Star Paddle', origins: [] });
    const { program } = await owner.client.call('getExampleGame');
    const site = await startSessionSite({ baseUrl, clientId, program, pid: owner.pid });
    const { context, page } = await world.device();
    const cookie = owner.client.cookie('pid_access')!;
    await context.addCookies([{ name: 'pid_access', value: cookie, url: baseUrl }]);
    const playing = new RegExp(`^playing as ${owner.pid} at \\w+\n$`);
    const startsPlaying = async () => {
      await expect.poll(() => page.locator('output').textContent(), patience).toMatch(playing);
    };
    await cutsOpener(context, `${baseUrl}/session?*`);
    await context.route(`${site}/?pid_session=*`, async (route) => {
      await startsPlaying();
      await route.continue();
    });
    await page.goto(site);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Play' }).click(),
    ]);
    await giveAuthenticator(context, popup, owner);
    await press(popup, 'Allow with your passkey');
    await startsPlaying();
    await expect.poll(() => popup.isClosed(), patience).toBe(true);
  });

  releaseTest(
    'a purchase on an Indonesian phone survives a crash of the game between the payment and the delivery',
    async () => {
      const game = await startExampleGame(world.service);
      const device = await world.device({ locale: 'id-ID', viewport: { width: 360, height: 740 } });
      const { handle, pid } = await world.player(device);
      await fund(world.service.db, await identityOf(world.service, handle), 20_000n);
      const { page } = device;
      const opened = async (name: string | RegExp) => {
        const [popup] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name }).click(),
        ]);
        return popup;
      };
      const violations = async () =>
        (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id, nodes }) => [
          id,
          nodes[0]?.html,
        ]);
      const status = () => page.locator('#status').innerText();
      await page.goto(game.url);
      await expect
        .poll(() => page.getByRole('button', { name: /^Kotak \d: kosong$/ }).count(), patience)
        .toBe(9);
      expect(await violations()).toEqual([]);
      const login = await opened('Masuk dengan PID');
      await press(login, /^Izinkan$/);
      await expect.poll(() => page.locator('#player').innerText(), patience).toBe(pid);

      const shop = page.locator('#shop');
      const first = await opened('Beli Rp 2.500');
      await press(first, /^Tolak/);
      await expect.poll(status, patience).toContain('Tidak jadi dibeli');

      const pay = await opened('Beli Rp 2.500');
      await pay.getByText('Silang emas').first().waitFor();
      await game.kill();
      await press(pay, /^Bayar/);
      await expect.poll(() => pay.isClosed(), patience).toBe(true);
      await game.start();
      // Sign in again: the game kept the signed-in player only in memory, but stored the purchase.
      await page.reload();
      const again = await opened('Masuk dengan PID');
      await press(again, /^Izinkan$/);
      await expect
        .poll(() => shop.getByRole('button', { name: 'Sudah jadi milikmu' }).count(), patience)
        .toBe(1);
      expect(await violations()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.getByRole('button', { name: 'English' }).click();
      await shop.getByRole('button', { name: 'Already yours' }).waitFor();
    },
  );
});
