// Takes screenshots of every page in both sizes and themes on a real service, and reports axe and CSP
// violations. Usage: node scripts/build.mjs && npm run look -w @pid/web -- [scene name part …] [phone-light
// …]
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findChromium, launchChromium } from '../../../test/browser/support/chromium.ts';
import { ADMIN_PID, castPeople } from './cast.ts';
import type { Cast } from './cast.ts';
import { judgePage, openStage, playScene, THEMES } from './judge-page.ts';
import type { Stage, Variant } from './judge-page.ts';
import { groupScenes, SCENES } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { startBuiltService } from './start-service.ts';

const OUTPUT = fileURLToPath(new URL('../test-results/look/', import.meta.url));

const ALL_VARIANTS = THEMES.flatMap((theme): Variant[] => [
  { theme, size: 'phone' },
  { theme, size: 'desktop' },
]);

async function picture(stage: Stage, cast: Cast, scene: Scene, variant: Variant): Promise<string[]> {
  const { page } = stage;
  const flaws: string[] = [];
  try {
    await playScene(page, cast, scene);
  } catch (error) {
    flaws.push(String(error));
  }
  // Check first: a full-page screenshot resizes the window and so shifts the layout.
  flaws.push(...(await judgePage(page)));
  const path = `${OUTPUT}${scene.name}-${variant.size}-${variant.theme}.png`;
  await page.screenshot({ path, fullPage: scene.windowOnly !== true });
  return [...stage.takeFlaws(), ...flaws];
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const chosen = ALL_VARIANTS.filter(({ size, theme }) => asked.includes(`${size}-${theme}`));
  const variants = chosen.length > 0 ? chosen : ALL_VARIANTS;
  const wanted = asked.filter((part) => !/^(?:phone|desktop)-(?:light|dark)$/u.test(part));
  const wantedScenes = SCENES.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  const executable = findChromium();
  if (executable === null) throw new Error('Chromium not found; set PID_TEST_CHROMIUM to its path');
  await mkdir(OUTPUT, { recursive: true });
  const service = await startBuiltService({ PID_ADMINS: ADMIN_PID, PID_STEP_UP_AMOUNT: '5000000' });
  const browser = await launchChromium(executable);
  let flawed = 0;
  try {
    const { baseUrl } = service;
    const cast = await castPeople({ browser, baseUrl });
    for (const variant of variants) {
      for (const { who, locale, scenes } of groupScenes(wantedScenes)) {
        const stage = await openStage({
          browser,
          baseUrl,
          cast,
          who,
          locale,
          variant,
          touch: variant.size === 'phone',
        });
        for (const scene of scenes) {
          const flaws = await picture(stage, cast, scene, variant);
          flawed += flaws.length > 0 ? 1 : 0;
          for (const flaw of flaws)
            process.stdout.write(`${scene.name} ${variant.size} ${variant.theme}: ${flaw}\n`);
        }
        await stage.close();
      }
    }
  } finally {
    await browser.close();
    await service.stop();
  }
  const views = wantedScenes.length * variants.length;
  process.stdout.write(`${views} views, ${flawed} with flaws; pictures in ${OUTPUT}\n`);
  process.exitCode = flawed > 0 ? 1 : 0;
}

await main();
