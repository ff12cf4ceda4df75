import { encode } from 'uqr';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { journeys, patience, shared } from './support/journey.ts';

const PHONE = {
  locale: 'id-ID',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;

/** Replaces the camera with one that shows a code, drawn on a real video track. */
async function pointCameraAt(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (rows) => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 480;
      const draw = canvas.getContext('2d');
      const cell = Math.floor(420 / rows.length);
      const paint = () => {
        if (!draw) return;
        draw.fillStyle = '#b9b4a5';
        draw.fillRect(0, 0, 640, 480);
        draw.fillStyle = '#fff';
        draw.fillRect(100, 20, cell * rows.length, cell * rows.length);
        draw.fillStyle = '#06281d';
        for (const [y, row] of rows.entries())
          for (const [x, dark] of row.entries())
            if (dark) draw.fillRect(100 + x * cell, 20 + y * cell, cell, cell);
        requestAnimationFrame(paint);
      };
      paint();
      const media = { tracks: [] as MediaStreamTrack[] };
      Object.assign(globalThis, { media });
      navigator.mediaDevices.getUserMedia = async () => {
        const stream = canvas.captureStream(30);
        media.tracks.push(...stream.getTracks());
        return stream;
      };
    },
    encode(text, { ecc: 'M', border: 4 }).data,
  );
}

const cameraStates = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { media: { tracks: MediaStreamTrack[] } }).media.tracks.map(
      ({ readyState }) => readyState,
    ),
  );

journeys('scanning a QR code', shared, (world) => {
  test('fills in the receiver from a code, uses the camera only after the press, and turns it off', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'scans_codes');
    await page.goto('/send');
    await page.getByLabel('Jumlah').fill('25000');
    await pointCameraAt(page, `${world.service.baseUrl}/p/budi_gg`);
    expect(await cameraStates(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pindai kodenya' }).tap();
    await expect.poll(() => page.getByLabel('Kepada').inputValue(), patience).toBe('budi_gg');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Jumlah').inputValue()).toBe('25.000');
    expect(await cameraStates(page)).toEqual(['ended']);
  });

  test('refuses the code of another site with a sentence and goes on searching', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'scans_foreign');
    await page.goto('/send');
    await pointCameraAt(page, 'https://evil.example/send?to=thief@pid');
    await page.getByRole('button', { name: 'Pindai kodenya' }).tap();
    await page.getByText('Ini bukan kode pemain di sini.').waitFor();
    expect(await cameraStates(page)).toEqual(['live']);
    await page.getByRole('button', { name: 'Tutup' }).tap();
    await expect.poll(() => cameraStates(page), patience).toEqual(['ended']);
    expect(await page.getByLabel('Kepada').inputValue()).toBe('');
  });

  test('explains a refused permission, and reads a picture instead', async () => {
    const device = await world.device(PHONE);
    const { page } = device;
    await world.player(device, 'scans_picture');
    await page.goto('/send');
    await page.locator('input[name=note]').fill('Makan siang');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Pindai kodenya' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Pindai kode QR' });
    await dialog.getByText('Situs ini belum boleh memakai kamera.').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Pilih gambar' }).tap(),
    ]);
    const { data } = encode(`${world.service.baseUrl}/send?to=budi_gg%40pid&amount=12000`, { border: 4 });
    await chooser.setFiles({ name: 'code.svg.png', mimeType: 'image/png', buffer: await draw(page, data) });
    await expect.poll(() => page.getByLabel('Kepada').inputValue(), patience).toBe('budi_gg');
    expect(await page.getByLabel('Jumlah').inputValue()).toBe('12.000');
    // The code has no message.
    expect(await page.locator('input[name=note]').inputValue()).toBe('Makan siang');
  });
});

/** A picture file of the code, as a player saves it from a chat. */
async function draw(page: Page, rows: boolean[][]): Promise<Buffer> {
  const base64 = await page.evaluate((rows) => {
    const canvas = document.createElement('canvas');
    const cell = 7;
    canvas.width = canvas.height = rows.length * cell;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000';
    for (const [y, row] of rows.entries())
      for (const [x, dark] of row.entries()) if (dark) context.fillRect(x * cell, y * cell, cell, cell);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, rows);
  return Buffer.from(base64, 'base64');
}
