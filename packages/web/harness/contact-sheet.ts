// Makes docs/contact-sheet.png (the main pages, both themes and sizes) and docs/pid.png (for the README) on a real service.
// Usage: node scripts/build.mjs && npm run contact-sheet -w @pid/web
import { defaultLanguage } from '@pid/contract/languages';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { findChromium, launchChromium } from '../../../test/browser/support/chromium.ts';
import { ADMIN_PID, castPeople } from './cast.ts';
import type { Cast } from './cast.ts';
import { openStage, playScene } from './judge-page.ts';
import type { Variant } from './judge-page.ts';
import { SCENES } from './scenes.ts';
import { startBuiltService } from './start-service.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

interface Shot {
  readonly scene: string;
  readonly variant: Variant;
}

const shot = (scene: string, size: Variant['size'], theme: Variant['theme']): Shot => ({
  scene,
  variant: { size, theme },
});

const SHEET: readonly (readonly Shot[])[] = [
  [shot('landing', 'desktop', 'light'), shot('home', 'desktop', 'dark'), shot('app', 'desktop', 'light')],
  [
    shot('signin', 'phone', 'light'),
    shot('claim', 'phone', 'dark'),
    shot('authorize', 'phone', 'light'),
    shot('home-id', 'phone', 'dark'),
    shot('passkeys', 'phone', 'light'),
    shot('passkeys-waiting', 'phone', 'dark'),
    shot('activity-id', 'phone', 'light'),
  ],
  [
    shot('wallet', 'desktop', 'light'),
    shot('money', 'desktop', 'dark'),
    shot('permissions', 'desktop', 'light'),
  ],
  [
    shot('wallet-review', 'phone', 'dark'),
    shot('send-review', 'phone', 'light'),
    shot('pay', 'phone', 'dark'),
    shot('allow', 'phone', 'light'),
    shot('game-sessions', 'phone', 'dark'),
    shot('money-id', 'phone', 'light'),
    shot('exit', 'phone', 'dark'),
  ],
  [
    shot('profile', 'desktop', 'dark'),
    shot('games', 'desktop', 'light'),
    shot('developers', 'desktop', 'dark'),
  ],
];

const HERO = [shot('landing', 'desktop', 'light'), shot('claim', 'phone', 'dark')] as const;

async function take(
  browser: Browser,
  baseUrl: string,
  cast: Cast,
  { scene, variant }: Shot,
): Promise<string> {
  const found = SCENES.find(({ name }) => name === scene);
  if (!found) throw new Error(`Scene ${scene} does not exist`);
  const stage = await openStage({
    browser,
    baseUrl,
    cast,
    who: found.who,
    locale: found.locale ?? defaultLanguage,
    variant,
    touch: variant.size === 'phone',
  });
  // Fonts are optional: on a busy machine only the second visit has them.
  await stage.page.goto(found.path(cast));
  await playScene(stage.page, cast, found);
  const picture = await stage.page.screenshot();
  await stage.close();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/**
 * Lays out the pictures in a page and takes a screenshot of it, so that no tool other than the browser is
 * needed.
 */
async function compose(browser: Browser, width: number, css: string, body: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height: 100 } });
  await page.setContent(`<style>body{margin:0}img{display:block}${css}</style>${body}`, {
    waitUntil: 'load',
  });
  const picture = await page.locator('main').screenshot();
  await page.close();
  return picture;
}

async function composeSheet(browser: Browser, pictures: readonly (readonly string[])[]): Promise<Buffer> {
  const rows = pictures.map(
    (row) => `<div class="row">${row.map((source) => `<img src="${source}">`).join('')}</div>`,
  );
  const css =
    'main{background:#dcd8ca;padding:20px;display:grid;gap:20px}.row{display:flex;gap:20px}.row img{flex:1;min-width:0;width:0;border-radius:8px}';
  return compose(browser, 1_280, css, `<main>${rows.join('')}</main>`);
}

async function composeHero(browser: Browser, [wide = '', narrow = '']: readonly string[]): Promise<Buffer> {
  const css =
    'main{position:relative;width:1100px;height:560px;background:#0b6b4e;overflow:hidden}.wide{position:absolute;left:36px;top:36px;width:780px;border-radius:12px}.narrow{position:absolute;right:48px;top:60px;width:214px;border-radius:18px;outline:6px solid #06281d}';
  return compose(
    browser,
    1_100,
    css,
    `<main><img class="wide" src="${wide}"><img class="narrow" src="${narrow}"></main>`,
  );
}

async function main(): Promise<void> {
  const executable = findChromium();
  if (executable === null) throw new Error('Chromium not found; set PID_TEST_CHROMIUM to its path');
  const service = await startBuiltService({ PID_ADMINS: ADMIN_PID, PID_STEP_UP_AMOUNT: '5000000' });
  const browser = await launchChromium(executable);
  try {
    const { baseUrl } = service;
    const cast = await castPeople({ browser, baseUrl });
    const pictures: string[][] = [];
    for (const row of SHEET) {
      const taken: string[] = [];
      for (const one of row) taken.push(await take(browser, baseUrl, cast, one));
      pictures.push(taken);
    }
    const hero: string[] = [];
    for (const one of HERO) hero.push(await take(browser, baseUrl, cast, one));
    await mkdir(DOCS, { recursive: true });
    await writeFile(`${DOCS}contact-sheet.png`, await composeSheet(browser, pictures));
    await writeFile(`${DOCS}pid.png`, await composeHero(browser, hero));
  } finally {
    await browser.close();
    await service.stop();
  }
}

await main();
