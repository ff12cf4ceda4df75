import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Cast } from './cast.ts';
import type { Scene } from './scenes.ts';

export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
export const THEMES = ['light', 'dark'] as const;

export interface Variant {
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
}

/** Refusals that scenes bring about on purpose are printed by the browser. */
const EXPECTED_NOISE = /the server responded with a status of|net::ERR_INTERNET_DISCONNECTED/u;

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  var pidSeen: { shift: number; sources: string[]; violations: string[] };
}

/** Sums layout shifts that no input caused, and notes every CSP violation. */
function observePage(): void {
  const seen: typeof pidSeen = { shift: 0, sources: [], violations: [] };
  globalThis.pidSeen = seen;
  document.addEventListener('securitypolicyviolation', (event) => {
    seen.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter((entry): entry is ShiftEntry => 'hadRecentInput' in entry)) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      for (const { node } of entry.sources) seen.sources.push(node?.textContent?.slice(0, 24) ?? '');
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export interface SceneView {
  readonly page: Page;
  readonly flaws: string[];
  close(): Promise<void>;
}

async function openContext(
  browser: Browser,
  baseURL: string,
  cast: Cast,
  scene: Scene,
  { size, theme }: Variant,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    storageState: cast.profiles[scene.who],
    viewport: SIZES[size],
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: scene.locale === 'id' ? 'id-ID' : 'en-GB',
    timezoneId: 'Asia/Jakarta',
  });
  context.setDefaultTimeout(15_000);
  return context;
}

/** Shows a scene and collects what went wrong on the way; the picture is the caller's business. */
export async function showScene(
  browser: Browser,
  baseUrl: string,
  cast: Cast,
  scene: Scene,
  variant: Variant,
): Promise<SceneView> {
  const flaws: string[] = [];
  const context = await openContext(browser, baseUrl, cast, scene, variant);
  await context.addInitScript(observePage);
  const page = await context.newPage();
  page.on('pageerror', (error) => flaws.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_NOISE.test(message.text()))
      flaws.push(`console ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:'))
      flaws.push(`third-party request ${request.url()}`);
  });
  try {
    await page.goto(scene.path(cast));
    await page.getByText(scene.ready).first().waitFor();
    await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
    await scene.prepare?.(page);
  } catch (error) {
    flaws.push(String(error));
  }
  return { page, flaws, close: () => context.close() };
}

/** `contrast`: only what a theme can break; the rest of axe does not look at colours. */
export async function judgePage(page: Page, rules: 'all' | 'contrast'): Promise<string[]> {
  const flaws: string[] = [];
  const seen = await page.evaluate(() => globalThis.pidSeen);
  if (seen.shift > 0.02) flaws.push(`layout shift ${seen.shift.toFixed(3)}: ${seen.sources.join(' | ')}`);
  for (const violation of seen.violations) flaws.push(`CSP ${violation}`);
  // A phone zooms out to show all of a page that is too wide, so its own idea of its width does not count.
  const width = page.viewportSize()?.width ?? 0;
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  if (overflow > 0) flaws.push(`scrolls sideways by ${overflow}px`);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze();
  for (const violation of violations) {
    const targets = violation.nodes.map((node) => node.target.join(' ')).join(', ');
    flaws.push(`axe ${violation.id}: ${violation.help} [${targets}]`);
  }
  return flaws;
}
