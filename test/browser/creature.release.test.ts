import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { claimHandle, journeys, patience, shared, signInAtProvider } from './support/journey.ts';

const LIVELY = { viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' } as const;
const pictures = process.env['PID_PICTURES'];

const scene = (page: Page, kind: string) => page.locator(`[data-creature=${kind}]`);
const moving = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
        .filter((target) => target?.closest('[data-creature]')).length,
  );

/** Pauses the scene at these moments, as the animations' own clock counts them. */
async function frames(page: Page, name: string, moments: readonly number[]): Promise<void> {
  if (pictures === undefined) return;
  for (const moment of moments) {
    await page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect) || !effect.target?.closest('[data-creature]')) continue;
        animation.pause();
        animation.currentTime = at;
      }
    }, moment);
    await page.screenshot({ path: `${pictures}/creature-${name}-${String(moment).padStart(4, '0')}.png` });
  }
}

journeys('the creature', shared, (world) => {
  test('its script weighs at most 6 kB', () => {
    const assets = fileURLToPath(new URL('../../packages/web/dist/assets/', import.meta.url));
    const files = readdirSync(assets).filter((file) => /^creature-.*\.js$/.test(file));
    expect(files).toHaveLength(1);
    const bytes = files.map((file) => gzipSync(readFileSync(assets + file)).length);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(6_000);
  });

  test('hatches after the claim, takes no clicks, and leaves by itself', async () => {
    const { page } = await world.device(LIVELY);
    // Screen readers announce only changes of a live region that exists already.
    await page.addInitScript(() => {
      const regions: string[] = [];
      Object.assign(window, { regions });
      new MutationObserver((changes) => {
        for (const region of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (region instanceof Element)
            for (const found of region.querySelectorAll('[data-creature] [role=status]'))
              regions.push(found.textContent);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/signin?returnTo=%2Fhome');
    await signInAtProvider(page, 'egg@example.com');
    // The scene is held, so that a busy machine does not end it before the test has looked.
    await page.clock.install();
    await claimHandle(page, 'fresh_egg');
    await scene(page, 'hatch').getByText('Welcome, fresh_egg@pid!').waitFor();
    const texts = await page.evaluate(() => (window as unknown as { regions: string[] }).regions);
    expect([...new Set(texts)]).toEqual(['']);
    await expect.poll(() => moving(page), patience).toBeGreaterThan(20);
    await frames(page, 'hatch', [0, 500, 1100, 1300, 1550, 1800, 2100, 2540, 3300]);
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.waitForURL('**/profile');
    await page.clock.runFor(5_000);
    await scene(page, 'hatch').waitFor({ state: 'detached' });
  });

  test('catches money that arrived since the last visit, once', async () => {
    const device = await world.device(LIVELY);
    const { page } = device;
    await world.player(device, 'coin_catcher');
    await page.goto('/home');
    await page.getByRole('heading', { name: 'coin_catcher' }).first().waitFor();
    await page.waitForFunction(() => localStorage.getItem('pid:seen-balance') === 'coin_catcher@pid 0');
    expect(await scene(page, 'received').count()).toBe(0);
    // The newest amount is named, not the growth of the balance.
    for (const amount of [7000n, 25_000n])
      await fund(world.service.db, await identityOf(world.service, 'coin_catcher'), amount);
    await page.clock.install();
    await page.reload();
    await scene(page, 'received').getByText('+Rp25,000').waitFor();
    await expect.poll(() => moving(page), patience).toBeGreaterThan(20);
    await frames(page, 'received', [0, 200, 520, 690, 840, 1250, 1390, 2200]);
    await page.reload();
    await page.waitForFunction(() => localStorage.getItem('pid:seen-balance') === 'coin_catcher@pid 32000');
    expect(await scene(page, 'received').count()).toBe(0);
  });

  test('rejoices over a confirmed send; with reduced motion it stands still', async () => {
    const device = await world.device(LIVELY);
    const { page } = device;
    await world.player(device, 'calm_sender');
    await world.player(await world.device(), 'calm_receiver');
    await fund(world.service.db, await identityOf(world.service, 'calm_sender'), 50_000n);
    const send = async () => {
      await page.goto('/send?to=calm_receiver@pid&amount=1000&step=review');
      await page.locator('button:not([aria-disabled])', { hasText: 'Send Rp' }).click();
      const again = page.getByRole('button', { name: 'Yes, send again' });
      await again.or(scene(page, 'confirmed')).first().waitFor();
      if (await again.isVisible()) await again.click();
      await scene(page, 'confirmed').getByText('Sent').waitFor();
    };
    await send();
    await expect.poll(() => moving(page), patience).toBeGreaterThan(20);
    await frames(page, 'confirmed', [0, 250, 400, 560, 700, 900, 1400]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await send();
    expect(await moving(page)).toBe(0);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/creature-still.png` });
    await expect.poll(() => scene(page, 'confirmed').count(), patience).toBe(0);
  });
});
