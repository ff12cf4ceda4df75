import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, expect, test } from 'vitest';
import { startExampleGame, type ExampleGame } from './support/example-game.ts';
import { journeys, patience } from './support/journey.ts';
import { picture, press } from './support/phone.ts';

journeys(
  'a player without SOL, passkey or wallet',
  { PID_SPONSOR_ACTIVATION: '3000000', PID_SPONSOR_ACTIVATION_PER_APP: '1500000' },
  (world) => {
    const phone = { locale: 'id-ID', viewport: { width: 360, height: 740 } };

    let game: ExampleGame;
    beforeAll(async () => {
      game = await startExampleGame(world.service);
      await world.service.db.query('update apps set verified = true');
    });

    test('creates a passkey, activates the wallet and plays without leaving the flow', async () => {
      const device = await world.device(phone);
      const { pid } = await world.player(device);
      // On a phone, the page navigates to PID and back, and the game restores its state.
      await device.context.addInitScript(() => {
        window.open = () => null;
      });
      const { page } = device;
      const violations = async () =>
        (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id, nodes }) => [
          id,
          nodes[0]?.html,
        ]);
      await page.goto(game.url);
      await page.getByRole('button', { name: 'Masuk dengan PID' }).click();
      await press(page, /^Izinkan$/);
      await expect.poll(() => page.locator('#player').innerText(), patience).toBe(pid);

      await press(page, 'Mulai sesi');
      await page.getByText('PID yang bayar').waitFor();
      expect(await violations()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await picture(page, 'session-passkey');
      await press(page, 'Buat passkey');
      await page.locator('button:not([aria-disabled])', { hasText: 'Aktifkan dompet' }).waitFor();
      await picture(page, 'session-activate');
      await press(page, 'Aktifkan dompet');
      await press(page, 'Izinkan dengan passkey');
      await page.waitForURL(`${game.url}/**`);
      await expect.poll(() => page.locator('#status').innerText(), patience).toContain('Giliranmu');
      await page.locator('#cell-4').click();
      await expect.poll(() => page.locator('#cell-4').getAttribute('data-side'), patience).toBe('player');
    });

    test('learns that the free activations of the day are used up, and how to pay for one', async () => {
      const late = await world.device(phone);
      await world.player(late);
      await late.context.addInitScript(() => {
        window.open = () => null;
      });
      await late.page.goto(game.url);
      await late.page.getByRole('button', { name: 'Masuk dengan PID' }).click();
      await press(late.page, /^Izinkan$/);
      await press(late.page, 'Mulai sesi');
      await late.page.getByText('Jatah aktivasi gratis hari ini habis').waitFor();
      await picture(late.page, 'session-exhausted');
      await late.page.getByRole('link', { name: 'Bayar dengan SOL saja' }).click();
      await late.page.getByText('Jatah aktivasi gratis hari ini habis').waitFor();
      await picture(late.page, 'wallet-exhausted');
    });
  },
);
