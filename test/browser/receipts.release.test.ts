import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf, openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, patience, shared, takeSession } from './support/journey.ts';
import { picture } from './support/phone.ts';

const phone = { viewport: { width: 360, height: 740 } };

/** Decodes a PNG in the browser and counts its colours and its pixels that differ from the first one. */
async function inspect(page: Page, png: Buffer) {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d')!;
    pen.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
    const pixels = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
    /** Pixels below the head that are not paper: the text. */
    const body = pixels.slice(width * 320);
    const paper = pixels.at(-1);
    return {
      width,
      height,
      colours: new Set(pixels).size,
      inked: body.filter((pixel) => pixel !== paper).length,
    };
  }, png.toString('base64'));
}

async function savePicture(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('pid-receipt.png');
  const png = readFileSync(await download.path());
  if (process.env['PID_PICTURES'])
    await download.saveAs(`${process.env['PID_PICTURES']}/saved-${Date.now()}.png`);
  return inspect(page, png);
}

const isCutOff = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

journeys('receipts', shared, (world) => {
  async function buyer(handle: string) {
    const device = await world.device(phone);
    const player = await world.player(device, handle);
    await fund(world.service.db, await identityOf(world.service, handle), 100_000n);
    return { page: device.page, ...player };
  }

  test('the statement shows what became of a hold and leads to its receipt, which has a picture and a print style', async () => {
    const shop = await openShop(world.service, { name: 'Three in a Row', contact: 'help@row.example' });
    const { page, client, pid } = await buyer('receipt_one');
    const { body } = await shop.create({ amount: 20_000, capture: 'manual', description: 'Golden sword' });
    await client.post(`/v1/payments/${body.id}/confirm`, { expectedTotal: 20_100 });
    await page.goto('/money');
    const row = page.getByRole('link', { name: /^Payment to Three in a Row/ });
    await row.getByText('Held', { exact: true }).waitFor();
    await row.getByText('including Rp100 fees').waitFor();

    await shop.ask('POST', `/payments/${body.id}/capture`, {});
    await shop.ask('POST', `/payments/${body.id}/refunds`, { amount: 5000, reason: 'Came late' });
    await page.reload();
    await row.getByText('Paid, Rp5,000 refunded', { exact: true }).waitFor();
    const statement = page.getByRole('group', { name: 'Statement entries' });
    expect(await statement.innerText()).not.toMatch(/\bHeld\b|app_/);
    expect(await isCutOff(page)).toBe(false);
    await picture(page, 'statement');

    // The refund leads to the same receipt.
    const refund = statement.getByRole('link', { name: /^Refund from Three in a Row/ });
    expect(await refund.getAttribute('href')).toBe(`/payments/${body.id}`);
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    const main = page.getByRole('main');
    await main.getByText('Paid, Rp5,000 refunded').waitFor();
    const shown = await main.innerText();
    for (const part of ['Golden sword', 'Rp20,000', 'Rp100', 'Rp20,100', pid, body.id, 'Came late'])
      expect(shown).toContain(part);
    const steps = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    expect((await steps.allInnerTexts()).map((text) => text.split('\n').slice(0, 2))).toEqual([
      ['Held', 'Rp20,100'],
      ['Paid', 'Rp20,100'],
      ['Refunded', 'Rp5,000'],
    ]);
    expect(await isCutOff(page)).toBe(false);
    expect(await main.getByRole('link', { name: 'Ask the developer' }).getAttribute('href')).toMatch(
      /^mailto:help@row\.example/,
    );

    const english = await savePicture(page, 'Save as picture');
    await picture(page, 'receipt');
    expect(english.width).toBe(720);
    expect(english.height).toBeGreaterThan(900);
    expect(english.colours).toBeGreaterThan(20);
    expect(english.inked).toBeGreaterThan(5000);

    await page.getByRole('button', { name: 'Indonesia' }).click();
    await page.getByRole('heading', { name: 'Bukti transaksi' }).waitFor();
    await main.getByText('Terbayar, Rp5.000 dikembalikan').waitFor();
    expect(await main.innerText()).toMatch(/Rp20\.100[\s\S]*Riwayat[\s\S]*Ditahan/);
    await picture(page, 'receipt-id');
    expect((await savePicture(page, 'Simpan sebagai gambar')).inked).toBeGreaterThan(5000);
  });

  test('prints one page, black on white, without navigation and buttons, also in the dark theme', async () => {
    const shop = await openShop(world.service, { name: 'Three in a Row' });
    const { page, client } = await buyer('receipt_print');
    const { body } = await shop.create({ amount: 20_000, description: 'Golden sword' });
    await client.post(`/v1/payments/${body.id}/confirm`, { expectedTotal: 20_100 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/payments/${body.id}`);
    const total = page.getByRole('main').getByText('Rp20,100').first();
    await total.waitFor();
    const colours = () =>
      total.evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(element.closest('.panel')!).backgroundColor,
      ]);
    const white = 'rgb(255, 255, 255)';
    expect(await colours()).not.toContain(white);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(colours, patience).toEqual(['rgb(0, 0, 0)', white, white]);
    for (const role of ['button', 'navigation', 'banner', 'contentinfo'] as const)
      expect(await page.getByRole(role).count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(0);
    await picture(page, 'print');
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test('another player finds no receipt, and a top-up has a picture too', async () => {
    const shop = await openShop(world.service);
    const { client, page: payerPage } = await buyer('receipt_owner');
    const { body } = await shop.create({ amount: 5000 });
    await client.post(`/v1/payments/${body.id}/confirm`, { expectedTotal: 5100 });
    const other = await newPlayer(world.service, 'receipt_other');
    const device = await world.device(phone);
    await takeSession(device, other.client);
    await device.page.goto(`/payments/${body.id}`);
    await device.page.getByRole('heading', { name: 'Receipt not found' }).waitFor();

    await payerPage.goto('/money');
    await payerPage.getByRole('link', { name: /^Top-up/ }).click();
    await payerPage.getByRole('heading', { name: 'Receipt' }).waitFor();
    expect((await savePicture(payerPage, 'Save as picture')).inked).toBeGreaterThan(1000);
  });

  test('activity, notices and payments lead to the receipt', async () => {
    const shop = await openShop(world.service, { name: 'Three in a Row' });
    const { page, client } = await buyer('receipt_links');
    await client.patch('/v1/limits', { noticeAmount: 1 });
    const { body } = await shop.create({ amount: 20_000, capture: 'manual', description: 'Golden sword' });
    await client.post(`/v1/payments/${body.id}/confirm`, { expectedTotal: 20_100 });
    await shop.ask('POST', `/payments/${body.id}/void`, {});
    const path = `/payments/${body.id}`;
    const sentence = 'Payment to Three in a Row (Golden sword): Rp20,100 including Rp100 fees · Returned';
    for (const [place, name] of [
      ['/security?tab=activity', sentence],
      ['/notices', sentence],
      ['/notices', 'Returned by Three in a Row (Golden sword): Rp20,100'],
      ['/payments', /^Golden sword Three in a Row .* including Rp100 fees Returned/],
    ] as const) {
      await page.goto(place);
      const link = page.getByRole('main').getByRole('link', { name });
      await expect.poll(() => link.getAttribute('href'), patience).toBe(path);
      expect(await isCutOff(page)).toBe(false);
    }
    await picture(page, 'payments');
    await page.goto('/notices');
    await page.getByText(sentence).waitFor();
    await picture(page, 'notices');
    await page.goto('/security?tab=activity');
    await page.getByText(sentence).waitFor();
    await picture(page, 'activity');
  });
});
