// Small things that a player on a phone stumbles over. In Indonesian, 360 pixels wide.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { cutSelects } from '../../packages/web/harness/judge-page.ts';
import { journeys, patience, takeSession } from './support/journey.ts';
import { picture } from './support/phone.ts';

journeys('a player on a phone', {}, (world) => {
  const phone = { locale: 'id-ID', viewport: { width: 360, height: 740 } };
  const suspend = (handle: string) =>
    world.service.db.query(`update identities set status = 'suspended' where handle = $1`, [handle]);

  /** A picture as the pages upload it. */
  const redSquare = (page: Page) =>
    page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 64;
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = '#c33';
      pen.fillRect(0, 0, 64, 64);
      return canvas
        .toDataURL('image/png')
        .split(',')[1]!
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    });

  test('a suspended player reads the reason instead of a form', async () => {
    const device = await world.device(phone);
    const { page } = device;
    const { handle } = await world.player(device);
    await suspend(handle);
    for (const path of ['/send', '/top-up']) {
      await page.goto(path);
      await page.getByText('Uangmu aman, tapi tidak bisa dipindahkan').waitFor();
      expect(await page.locator('form').count()).toBe(0);
    }
    await picture(page, 'suspended-top-up');
    for (const path of ['/apps/new', '/security?tab=limits']) {
      await page.goto(path);
      await page.getByText('Untuk sementara, ini tidak bisa kamu ubah').waitFor();
      expect(await page.locator('fieldset:disabled').count()).toBe(1);
    }
    await picture(page, 'suspended-limits');
  });

  test('an account without money is not told to choose a longer period', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto('/money');
    await page.getByText('Belum ada mutasi').waitFor();
    expect(await page.getByText('periode yang lebih panjang').count()).toBe(0);
    expect(await page.locator('select:visible').count()).toBe(2);
    expect(await cutSelects(page)).toEqual([]);
    await picture(page, 'money-empty');
  });

  test('the own page offers no send, and another player’s page shows the photo', async () => {
    const device = await world.device(phone);
    const { page } = device;
    const own = await world.player(device);
    await page.goto('/home');
    await page.getByText('Semua aktivitas').waitFor();
    await page.goto(`/p/${own.handle}`);
    await page.getByRole('link', { name: 'Ubah profilku' }).waitFor();
    expect(await page.getByRole('link', { name: 'Kirim uang' }).count()).toBe(0);
    const friend = await newPlayer(world.service);
    // A photo of another server would tell that server who looks at the page.
    await friend.client.call('updateProfile', { avatarUrl: 'https://elsewhere.example/me.png' });
    await page.goto(`/p/${friend.handle}`);
    await page.getByRole('link', { name: 'Kirim uang' }).waitFor();
    expect(await page.locator('[data-photo]').count()).toBe(0);
    await friend.client.call('uploadAvatar', { image: await redSquare(page) });
    await page.reload();
    await page.locator('[data-photo]').waitFor();
    await picture(page, 'person-photo');
  });

  test('a player freezes the account from the list of devices, and every device is signed out', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto('/security?tab=devices');
    await page.getByRole('link', { name: 'Bekukan akunmu' }).click();
    await page.getByRole('button', { name: 'Bekukan akunku' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bekukan akunku' }).click();
    await page.getByText('Akunmu dibekukan.').waitFor();
    await picture(page, 'frozen');
    await page.getByRole('link', { name: 'Masuk lagi' }).click();
    await page.waitForURL(/\/signin/);
  });

  test('a limit keeps its explanation beside the amount in words', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto('/security?tab=limits');
    const field = page.locator('input[name=dailyLimit]');
    await field.fill('1,5jt');
    const hint = async () => {
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
    };
    await expect
      .poll(hint, patience)
      .toMatch(/satu juta lima ratus ribu rupiah[\s\S]*Lebih dari ini tidak bisa keluar dalam sehari/);
    await picture(page, 'limits');
  });

  test('the landing page promises no name that belongs to somebody', async () => {
    const { handle } = await newPlayer(world.service);
    const { page } = await world.device(phone);
    await page.goto('/');
    await page.getByLabel('Coba nama di kartu').fill(handle);
    await page.getByRole('button', { name: `Coba ambil ${handle}@pid` }).click();
    await page.getByText(`${handle}@pid sudah dimiliki orang lain`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('the offline mark covers neither the name nor the bell', async () => {
    const device = await world.device(phone);
    const { page, context } = device;
    await world.player(device);
    await page.goto('/home');
    await page.getByText('Semua aktivitas').waitFor();
    await context.setOffline(true);
    const mark = page.getByText('Kamu offline', { exact: false }).first();
    await mark.waitFor();
    const boxes = await page.evaluate(() =>
      ['[role=status] p', 'header a:first-child', 'header a:last-child'].map((selector) => {
        const { left, right } = document.querySelector(selector)!.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(boxes[0]!.left).toBeGreaterThanOrEqual(boxes[1]!.right);
    expect(boxes[0]!.right).toBeLessThanOrEqual(boxes[2]!.left);
    await picture(page, 'offline');
  });

  test('devices with the same browser differ by the time of their sign-in', async () => {
    const device = await world.device(phone);
    const { page } = device;
    const { email } = await world.player(device);
    for (let hour = 0; hour < 3; hour += 1) {
      world.service.clock.advanceSeconds(3600);
      await signInAs(world.service.client(), email);
    }
    await page.goto('/security?tab=devices');
    const rows = page.getByRole('listitem').filter({ hasText: 'Masuk sejak' });
    await rows.nth(3).waitFor();
    const texts = await rows.allInnerTexts();
    const names = texts.map((text) => text.split('\n')[0]);
    expect(new Set(names.slice(0, 3)).size, 'the same browser').toBe(1);
    expect(new Set(texts.map((text) => /Masuk sejak.*/u.exec(text)?.[0])).size).toBe(4);
    await picture(page, 'devices');
  });

  test('a top-up from a very long address says where it returns to', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto(
      `/top-up?amount=20000&returnTo=${encodeURIComponent(`/session?state=${'x'.repeat(2100)}`)}`,
    );
    await page.getByText('terlalu panjang untuk kembali otomatis').waitFor();
    await page.getByRole('button', { name: 'Lanjut ke pembayaran' }).click();
    await page.waitForURL('**/checkout/**');
    const { rows } = await world.service.db.query<{ return_to: string }>(
      'select return_to from topups order by created_at desc limit 1',
    );
    expect(rows[0]!.return_to).toBe('/money');
  });

  test('a payment from a very long address tops up and returns to its path', async () => {
    const shop = await openShop(world.service);
    const { id } = (await shop.create({ amount: 20_000 })).body as { id: string };
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto(`/pay/${id}?state=${'x'.repeat(2100)}`);
    await page.getByRole('button', { name: /^Isi saldo Rp/ }).click();
    await page.waitForURL('**/checkout/**');
    const { rows } = await world.service.db.query<{ return_to: string }>(
      'select return_to from topups order by created_at desc limit 1',
    );
    expect(rows[0]!.return_to).toBe(`/pay/${id}`);
  });

  test('a link that asks for money waits until the amount is readable', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await world.player(device);
    await page.goto('/ask');
    await page.getByRole('img', { name: /^Kode QR/ }).waitFor();
    await page.getByLabel('Jumlah (opsional)').fill('25 apel');
    await page.getByText('Kodenya muncul kalau jumlahnya bisa dibaca.').waitFor();
    for (const hidden of [
      page.getByRole('img', { name: /^Kode QR/ }),
      page.locator('[data-link]'),
      page.getByRole('button', { name: /^(?:Bagikan|Salin tautan)/ }),
    ])
      expect(await hidden.count()).toBe(0);
    await picture(page, 'ask-unreadable');
    await page.getByLabel('Jumlah (opsional)').fill('25rb');
    await page.locator('[data-link]', { hasText: 'amount=25000' }).waitFor();
  });

  test('the home card shows an uploaded photo, and none from another server', async () => {
    const { client } = await newPlayer(world.service);
    await client.call('updateProfile', { avatarUrl: 'https://elsewhere.example/me.png' });
    const device = await world.device(phone);
    await takeSession(device, client);
    const { page } = device;
    const photo = page.locator('.identity-card image');
    await page.goto('/home');
    await page.getByText('Semua aktivitas').waitFor();
    expect(await photo.count()).toBe(0);
    await page.goto('/profile');
    await page.getByText('Yang dilihat orang lain').waitFor();
    expect(await page.locator('img[src^="https://elsewhere"]').count()).toBe(0);
    await client.call('uploadAvatar', { image: await redSquare(page) });
    await page.goto('/home');
    await photo.waitFor();
    await picture(page, 'home-photo');
  });

  test('balance and menu fit a text size of 200 %', async () => {
    const device = await world.device(phone);
    const { page } = device;
    const { handle } = await world.player(device);
    const { rows } = await world.service.db.query<{ id: string }>(
      'select id from identities where handle = $1',
      [handle],
    );
    await fund(world.service.db, rows[0]!.id, 1_234_567n);
    await page.goto('/money');
    await page.getByText('Rp1.234.567').first().waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const clipped = () =>
      page.evaluate(() =>
        ['[data-balance]', 'nav ul'].filter((selector) => {
          const element = document.querySelector(selector)!;
          const { right } = element.getBoundingClientRect();
          return element.scrollWidth > element.clientWidth || right > 360;
        }),
      );
    // The fonts of the new size load after the change.
    await expect.poll(clipped, patience).toEqual([]);
    await picture(page, 'money-large');
  });
});
