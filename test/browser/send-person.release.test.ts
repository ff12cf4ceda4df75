import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { journeys, shared } from './support/journey.ts';

const PHONE = {
  locale: 'id-ID',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;

journeys('the receiver of a send', shared, (world) => {
  test('says at the field who has the name, warns the first time, and not the second', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    const sender = await world.player(device, 'looks_first');
    const friend = await world.player(await world.device(), 'looked_at');
    await friend.client.patch('/v1/profile', { displayName: 'Sari dari Bandung' });
    await fund(world.service.db, await identityOf(world.service, 'looks_first'), 50_000n);
    await page.goto('/send');
    const to = page.getByLabel('Kepada');
    await to.fill('looked_at@pid');
    await page.getByText('Sari dari Bandung').waitFor();
    await page.getByText('Belum pernah kamu kirimi.').waitFor();
    expect(await to.inputValue()).toBe('looked_at');
    const sent = await sender.client.post('/v1/fiat/sends', { to: 'looked_at@pid', amount: 1_000 });
    expect(sent.status).toBe(201);
    await page.reload();
    await to.fill('looked_at');
    await page.getByText('Sari dari Bandung').waitFor();
    expect(await page.getByText('Belum pernah kamu kirimi.').count()).toBe(0);
  });

  test('a name that nobody has stays at the field; the review warns about a new receiver', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'types_wrong');
    await world.player(await world.device(), 'very_long_name_is_20');
    await page.goto('/send');
    await page.getByLabel('Jumlah').fill('5000');
    await page.getByLabel('Kepada').fill('typed_wrong_1');
    await page.getByText('Tidak ada pemain bernama typed_wrong_1@pid.').waitFor();
    await page.getByRole('button', { name: 'Lanjut' }).tap();
    expect(await page.getByLabel('Kepada').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Kepada').fill('very_long_name_is_20');
    await page.getByText('Belum pernah kamu kirimi.').waitFor();
    const linesOfSuffix = await page
      .getByText('very_long_name_is_20@pid', { exact: true })
      .evaluate(({ lastChild }) => {
        const suffix = document.createRange();
        suffix.setStart(lastChild!, lastChild!.textContent!.length - '@pid'.length);
        suffix.setEnd(lastChild!, lastChild!.textContent!.length);
        return suffix.getClientRects().length;
      });
    expect(linesOfSuffix).toBe(1);
    await page.getByRole('button', { name: 'Lanjut' }).tap();
    await page.getByText('Kamu belum pernah mengirim uang ke very_long_name_is_20@pid.').waitFor();
  });

  test('the balance stays in sight while the amount is typed, and says what is missing', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'sees_balance');
    await fund(world.service.db, await identityOf(world.service, 'sees_balance'), 12_000n);
    await page.goto('/send');
    const balance = page.getByText('Rp12.000', { exact: true });
    await balance.waitFor();
    const amount = page.getByLabel('Jumlah');
    await amount.fill('20000');
    await page.getByText('Lebih Rp8.000 dari saldomu.').waitFor();
    await amount.fill('11000');
    await page.getByText('dari saldomu.').waitFor({ state: 'detached' });
    // As far up as a keyboard pushes it.
    await page.setViewportSize({ width: 360, height: 380 });
    await amount.evaluate((field) => field.scrollIntoView({ block: 'center' }));
    const box = (await balance.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(380);
    // The navigation at the bottom covers it.
    await page.evaluate(() => scrollTo(0, 0));
    const { x, y, height } = (await balance.boundingBox())!;
    await page.setViewportSize({ width: 360, height: Math.ceil(y + height + 16) });
    const isCovered = await page.evaluate(
      (point) => document.elementFromPoint(...point)?.closest('nav') !== null,
      [x + 4, y + height / 2] as [number, number],
    );
    expect(isCovered).toBe(true);
    await page.getByRole('link', { name: 'Kode QR-ku' }).tap();
    await page.getByRole('img', { name: 'Kode QR untuk mengirim uang ke sees_balance@pid' }).waitFor();
  });
});
