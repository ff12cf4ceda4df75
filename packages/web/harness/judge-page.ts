import { AxeBuilder } from '@axe-core/playwright';
import { languages, type Language } from '@pid/contract/languages';
import type { Browser, Page } from 'playwright-core';
import type { Cast, Who } from './cast.ts';
import type { Scene } from './scenes.ts';

export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
export const THEMES = ['light', 'dark'] as const;

export interface Variant {
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
}

/** The browser logs the refusals that scenes cause on purpose. */
const EXPECTED_NOISE = /the server responded with a status of|net::ERR_INTERNET_DISCONNECTED/u;

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  var pidSeen: { shift: number; sources: string[]; violations: string[] };
}

/** Sums layout shifts that no input caused, and records every CSP violation. */
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

/** The browser of one player, which shows that player's scenes one after another. */
export interface Stage {
  readonly page: Page;
  /** Returns and clears the flaws found since the last call. */
  takeFlaws(): string[];
  close(): Promise<void>;
}

export interface StageOptions {
  readonly browser: Browser;
  readonly baseUrl: string;
  readonly cast: Cast;
  readonly who: Who;
  readonly locale: Language;
  readonly variant: Variant;
  /** Emulates a phone. The window cannot change to the desktop size later. */
  readonly touch?: boolean;
}

async function openContext({ browser, baseUrl, cast, who, locale, variant, touch = false }: StageOptions) {
  const context = await browser.newContext({
    baseURL: baseUrl,
    serviceWorkers: 'block',
    storageState: cast.profiles[who],
    viewport: SIZES[variant.size],
    isMobile: touch,
    hasTouch: touch,
    colorScheme: variant.theme,
    reducedMotion: 'reduce',
    locale: languages[locale].tag,
    timezoneId: 'Asia/Jakarta',
  });
  context.setDefaultTimeout(120_000);
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

/** Scrolls towards the parts that load shortly before they come into sight, as far as a player has when they begin to load, and back. */
async function showUnseen(page: Page): Promise<void> {
  const unseen = page.locator('[data-unseen]');
  let left = await unseen.count();
  if (left === 0) return;
  const top = await page.evaluate(() => scrollY);
  for (; left > 0; left = await unseen.count()) {
    await page.evaluate(() => {
      const place = document.querySelector('[data-unseen]');
      if (place) scrollTo(0, place.getBoundingClientRect().top + scrollY - innerHeight);
    });
    await page.waitForFunction((before) => document.querySelectorAll('[data-unseen]').length < before, left);
    await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
  }
  await page.evaluate((y) => scrollTo(0, y), top);
}

export async function playScene(page: Page, cast: Cast, scene: Scene): Promise<void> {
  await page.context().setOffline(false);
  await page.goto(scene.path(cast));
  await page.getByText(scene.ready).first().waitFor();
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
  const scrolled = await page.evaluate(() => scrollY);
  if (scrolled > 0 && !scene.path(cast).includes('#')) throw new Error(`opens scrolled by ${scrolled}px`);
  await showUnseen(page);
  await scene.prepare?.(page);
}

/** Call this before the page is loaded. */
export async function setVariant(page: Page, { size, theme }: Variant): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme });
}

/** Changes the size and theme of the loaded page without a reload. */
export async function changeVariant(page: Page, variant: Variant): Promise<void> {
  const { size, theme } = variant;
  // Without transitions: colours in the middle of a fade belong to neither theme.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await setVariant(page, variant);
  await page.waitForFunction(
    ([scheme, width]) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && innerWidth === width,
    [theme, SIZES[size].width] as const,
  );
}

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

interface AxeOptions {
  readonly resultTypes: 'violations'[];
  readonly preload: boolean;
  readonly runOnly?: string[];
}

/**
 * Only violations are evaluated. The styles are inline, so preloading would only request every file again.
 */
const AXE_OPTIONS: AxeOptions = { resultTypes: ['violations'], preload: false };

declare global {
  /** The first full check (`judgePage`) leaves this in the page. */
  var axe: { run(options: AxeOptions): Promise<{ violations: AxeViolation[] }> };
}

function describeViolations(violations: readonly AxeViolation[]): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = help }) => `axe ${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

async function sidewaysFlaws(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  if (overflow <= 0) return [];
  const wide = await page.evaluate(
    (edge) =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > edge)
        .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`)
        .slice(-3),
    width,
  );
  return [`scrolls horizontally by ${overflow}px: ${wide.join(' | ')}`];
}

/** Finds selects that do not have room for their selected option. */
export function cutSelects(page: Page): Promise<string[]> {
  return page.locator('select:visible').evaluateAll((selects) =>
    selects.flatMap((select) => {
      const style = getComputedStyle(select);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = style.font;
      const shown = (select as HTMLSelectElement).selectedOptions[0]?.text ?? '';
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(shown).width > room ? [`cut-off select: ${shown}`] : [];
    }),
  );
}

/** Runs all checks on a page that has just loaded. */
export async function judgePage(page: Page): Promise<string[]> {
  // Legacy mode is enough for pages without frames. The slower default mode opens another window.
  const [looks, { violations }] = [
    await judgeLooks(page),
    await new AxeBuilder({ page }).setLegacyMode(true).options(AXE_OPTIONS).analyze(),
  ];
  return [...looks, ...describeViolations(violations)];
}

/**
 * Runs the checks that another language can fail. The elements are the same as on the English page, which
 * gets the full check.
 */
export async function judgeTranslation(page: Page, locale: string): Promise<string[]> {
  const language = await page.evaluate(() => document.documentElement.lang);
  return [...(await judgeLooks(page)), ...(language === locale ? [] : [`document language is ${language}`])];
}

async function judgeLooks(page: Page): Promise<string[]> {
  const seen = await page.evaluate(() => globalThis.pidSeen);
  const shift =
    seen.shift > 0.02 ? [`layout shift ${seen.shift.toFixed(3)}: ${seen.sources.join(' | ')}`] : [];
  return [
    ...shift,
    ...seen.violations.map((violation) => `CSP ${violation}`),
    ...(await sidewaysFlaws(page)),
  ];
}

/**
 * Runs the checks that another theme or window size can fail on a page that has already passed the full
 * check.
 */
export async function judgeAgain(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate((options) => globalThis.axe.run(options), {
    ...AXE_OPTIONS,
    runOnly: ['color-contrast'],
  });
  return [...(await sidewaysFlaws(page)), ...describeViolations(violations)];
}
