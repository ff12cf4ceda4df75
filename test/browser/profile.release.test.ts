import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { journeys, patience, shared } from './support/journey.ts';

const PHONE = {
  locale: 'id-ID',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;

journeys('the profile, in Indonesian on a phone', shared, (world) => {
  test('keeps unsaved input while the player visits another page, and deletes it after saving', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'half_typed');
    await page.goto('/profile');
    const bio = page.getByLabel('Tentangmu');
    await bio.fill('Main tiap malam');
    await page.goto('/money');
    await page.getByRole('heading', { name: 'Saldo Rupiah' }).first().waitFor();
    await page.goto('/profile');
    await expect.poll(() => bio.inputValue(), patience).toBe('Main tiap malam');
    await page.getByRole('button', { name: 'Simpan profil' }).tap();
    await page.getByText('Profilmu tersimpan.').waitFor();
    await bio.fill('');
    await page.getByRole('button', { name: 'Simpan profil' }).tap();
    await expect.poll(() => bio.inputValue(), patience).toBe('');
    await page.reload();
    await bio.waitFor();
    expect(await bio.inputValue()).toBe('');
  });

  test('shows the page in the chosen language, and loads only that language afterwards', async () => {
    const { page } = await world.device(PHONE);
    await page.goto('/help');
    await page.getByRole('button', { name: 'English' }).tap();
    await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.reload();
    await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const languages = scripts.flatMap((url) => /\/(?:words-|text\.)(\w+)/.exec(url)?.[1] ?? []);
    expect([...new Set(languages)]).toEqual(['en']);
  });

  test('a switch of the language also changes texts that were loaded late', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'two_tongues');
    await page.goto('/security?returnTo=%2Fsend');
    await page.getByRole('link', { name: 'Kembali ke kiriman' }).waitFor();
    await page.getByRole('button', { name: 'English' }).tap();
    await page.getByRole('link', { name: 'Back to your transfer' }).waitFor();
  });

  test('tells a player with a balance to spend it before deletion, before any input, and links to the balance', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'rich_leaver');
    await fund(world.service.db, await identityOf(world.service, 'rich_leaver'), 25_000n);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Hapus identitasku' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Hapus rich_leaver@pid selamanya?' });
    await dialog.getByText('Rp25.000').waitFor();
    expect(await dialog.locator('input').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Hapus identitasku' }).isDisabled()).toBe(true);
    await dialog.getByRole('link', { name: 'Ke saldo' }).tap();
    await page.waitForURL('**/money');
  });

  test('the development sign-in pages have an icon that their content security policy allows', async () => {
    const { page } = await world.device(PHONE);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => request.url().includes('favicon') && errors.push(request.url()));
    const answer = await page.goto('/v1/auth/signin/dev?returnTo=%2Fhome');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    const icon = (await page.locator('link[rel=icon]').getAttribute('href')) ?? '';
    expect(policy).toMatch(/img-src [^;]*data:/);
    // Loads the icon as the browser does: an image that is blocked or invalid has no width.
    const width = await page.evaluate(async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      return picture.width;
    }, icon);
    expect(width).toBeGreaterThan(0);
    await page.getByLabel('E-mail').fill('nobody');
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole('button', { name: 'Continue' }).tap();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('link[rel=icon]').count()).toBe(1);
    expect(errors.filter((error) => !error.includes('the server responded with'))).toEqual([]);
  });

  test('the own page saves the card as a picture that contains nothing but the name', async () => {
    const device = await world.device();
    const { client } = await world.player(device, 'card_sharer');
    const { page } = device;
    const picture = async () => {
      await page.goto('/p/card_sharer');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Share my card as a picture' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('card_sharer-pid.png');
      return readFile(await download.path());
    };
    await page.goto('/home');
    await page.getByRole('heading', { name: /card_sharer/ }).waitFor();
    const first = await picture();
    expect(first.subarray(1, 4).toString()).toBe('PNG');
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1320, 978]);
    expect(first.length).toBeGreaterThan(20_000);
    const profile = { displayName: 'Citra Dewi', bio: 'I live in Bandung', country: 'ID' };
    expect((await client.patch('/v1/profile', profile)).status).toBe(200);
    expect((await picture()).equals(first)).toBe(true);
    await page.goto('/p/somebody_else');
    expect(await page.getByRole('button', { name: 'Share my card as a picture' }).count()).toBe(0);
  });
});
