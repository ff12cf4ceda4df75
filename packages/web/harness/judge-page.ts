import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import type { Cast, Who } from './cast.ts';
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

/** One person's browser, in which their scenes are shown one after the other. */
export interface Stage {
  readonly page: Page;
  /** What went wrong since it was last asked. */
  takeFlaws(): string[];
  close(): Promise<void>;
}

export interface StageOptions {
  readonly browser: Browser;
  readonly baseUrl: string;
  readonly cast: Cast;
  readonly who: Who;
  readonly locale: 'en' | 'id';
  readonly variant: Variant;
}

async function openContext({ browser, baseUrl, cast, who, locale, variant }: StageOptions) {
  const context = await browser.newContext({
    baseURL: baseUrl,
    storageState: cast.profiles[who],
    viewport: SIZES[variant.size],
    colorScheme: variant.theme,
    reducedMotion: 'reduce',
    locale: locale === 'id' ? 'id-ID' : 'en-GB',
    timezoneId: 'Asia/Jakarta',
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript(observePage);
  return context;
}

export async function openStage(options: StageOptions): Promise<Stage> {
  const context = await openContext(options);
  const page = await context.newPage();
  let flaws: string[] = [];
  page.on('pageerror', (error) => flaws.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_NOISE.test(message.text()))
      flaws.push(`console ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(options.baseUrl) && !request.url().startsWith('data:'))
      flaws.push(`third-party request ${request.url()}`);
  });
  return {
    page,
    takeFlaws: () => {
      const taken = flaws;
      flaws = [];
      return taken;
    },
    close: () => context.close(),
  };
}

export async function playScene(page: Page, cast: Cast, scene: Scene): Promise<void> {
  await page.context().setOffline(false);
  await page.goto(scene.path(cast));
  await page.getByText(scene.ready).first().waitFor();
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
  await scene.prepare?.(page);
}

/** The same page as somebody else has it before them, without loading it again. */
export async function changeVariant(page: Page, { size, theme }: Variant): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme });
}

/** `contrast`: only what a theme can break; the rest of axe does not look at colours. */
export async function judgePage(page: Page, rules: 'all' | 'contrast'): Promise<string[]> {
  const flaws: string[] = [];
  const seen = await page.evaluate(() => globalThis.pidSeen);
  // Only what happened while it loaded: another window size moves everything.
  if (rules === 'all' && seen.shift > 0.02)
    flaws.push(`layout shift ${seen.shift.toFixed(3)}: ${seen.sources.join(' | ')}`);
  for (const violation of seen.violations) flaws.push(`CSP ${violation}`);
  const width = page.viewportSize()?.width ?? 0;
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  if (overflow > 0) flaws.push(`scrolls sideways by ${overflow}px`);
  // There are no frames, which is what the slower mode is for: it opens a window of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze();
  for (const violation of violations) {
    const targets = violation.nodes.map((node) => node.target.join(' ')).join(', ');
    flaws.push(`axe ${violation.id}: ${violation.help} [${targets}]`);
  }
  return flaws;
}
