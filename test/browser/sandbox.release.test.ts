import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { journeys, patience } from './support/journey.ts';

journeys('a sandbox', { PID_MODE: 'sandbox' }, (world) => {
  test('every page shows the banner above its content, on a phone, in the language of the page', async () => {
    const { page } = await world.device({ viewport: { width: 360, height: 640 } });
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    const banner = page.getByRole('complementary').filter({ hasText: 'Sandbox' });
    for (const path of ['/', '/signin', '/docs', '/exit']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect([path, await banner.innerText()]).toEqual([path, 'Sandbox, play money']);
      const top = await page.evaluate(() => document.body.getBoundingClientRect().top);
      expect([path, await banner.boundingBox()]).toEqual([
        path,
        { x: 0, y: 0, width: expect.any(Number), height: top },
      ]);
      expect([path, top]).toEqual([path, 28]);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .include('.play-money')
        .analyze();
      expect([path, violations.map(({ id }) => id)]).toEqual([path, []]);
    }
    expect(refused).toEqual([]);
    await page.goto('/signin');
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'id'));
    await expect.poll(() => banner.innerText(), patience).toBe('Sandbox, uang mainan');
  });
});
