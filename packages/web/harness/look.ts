// Pictures of every page in both sizes and themes on a real service, with what axe and a strict CSP find in them.
// Usage: node scripts/build.mjs && npm run look -w @pid/web -- [scene name part …] [phone-light …]
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findChromium, launchChromium } from '../../../test/browser/support/chromium.ts';
import { ADMIN_PID, castPeople } from './cast.ts';
import { judgePage, showScene, THEMES } from './judge-page.ts';
import type { Variant } from './judge-page.ts';
import { SCENES } from './scenes.ts';
import { startBuiltService } from './start-service.ts';

const OUTPUT = fileURLToPath(new URL('../test-results/look/', import.meta.url));

const ALL_VARIANTS = THEMES.flatMap((theme): Variant[] => [
  { theme, size: 'phone' },
  { theme, size: 'desktop' },
]);

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const chosen = ALL_VARIANTS.filter(({ size, theme }) => asked.includes(`${size}-${theme}`));
  const variants = chosen.length > 0 ? chosen : ALL_VARIANTS;
  const wanted = asked.filter((part) => !/^(?:phone|desktop)-(?:light|dark)$/u.test(part));
  const scenes = SCENES.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  const executable = findChromium();
  if (executable === null) throw new Error('There is no Chromium; set PID_TEST_CHROMIUM to its path');
  await mkdir(OUTPUT, { recursive: true });
  const service = await startBuiltService({ PID_ADMINS: ADMIN_PID });
  const browser = await launchChromium(executable);
  let flawed = 0;
  try {
    const { baseUrl } = service;
    const cast = await castPeople({ browser, baseUrl });
    for (const scene of scenes) {
      for (const variant of variants) {
        const { page, flaws, close } = await showScene(browser, baseUrl, cast, scene, variant);
        // Judged first: a picture of the full page resizes the window and so moves everything.
        flaws.push(...(await judgePage(page, variant.theme === 'light' ? 'all' : 'contrast')));
        const file = `${OUTPUT}${scene.name}-${variant.size}-${variant.theme}.png`;
        await page.screenshot({ path: file, fullPage: scene.windowOnly !== true });
        await close();
        flawed += flaws.length > 0 ? 1 : 0;
        for (const flaw of flaws)
          process.stdout.write(`${scene.name} ${variant.size} ${variant.theme}: ${flaw}\n`);
      }
    }
  } finally {
    await browser.close();
    await service.stop();
  }
  const views = scenes.length * variants.length;
  process.stdout.write(`${views} views, ${flawed} with flaws; pictures in ${OUTPUT}\n`);
  process.exitCode = flawed > 0 ? 1 : 0;
}

await main();
