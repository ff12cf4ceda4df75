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
  /** A real phone's window, which cannot become a desktop's later. */
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
    locale: locale === 'id' ? 'id-ID' : 'en-GB',
    timezoneId: 'Asia/Jakarta',
  });
  context.setDefaultTimeout(60_000);
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

/** For the page that is loaded next. */
export async function setVariant(page: Page, { size, theme }: Variant): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme });
}

/** The same page as somebody else has it before them, without loading it again. */
export async function changeVariant(page: Page, variant: Variant): Promise<void> {
  const { size, theme } = variant;
  // Colours would fade over to those of the other theme, however briefly; half-way they are nobody's.
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

/** What passed is described by nobody, and the styles stand in the document: looking for others asks for every file again. */
const AXE_OPTIONS: AxeOptions = { resultTypes: ['violations'], preload: false };

declare global {
  /** Left in the page by the first, whole judgement. */
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
  return [`scrolls sideways by ${overflow}px: ${wide.join(' | ')}`];
}

/** Everything there is to say about a page as it has just loaded. */
export async function judgePage(page: Page): Promise<string[]> {
  // There are no frames, which is what the slower mode is for: it opens a window of its own.
  const [looks, { violations }] = [
    await judgeLooks(page),
    await new AxeBuilder({ page }).setLegacyMode(true).options(AXE_OPTIONS).analyze(),
  ];
  return [...looks, ...describeViolations(violations)];
}

/** What another language can break on a page that is judged in English: its elements are the same. */
export async function judgeTranslation(page: Page, locale: string): Promise<string[]> {
  const language = await page.evaluate(() => document.documentElement.lang);
  return [...(await judgeLooks(page)), ...(language === locale ? [] : [`says that it is in ${language}`])];
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

/** What another theme or window size can break on a page that was judged before. */
export async function judgeAgain(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate((options) => globalThis.axe.run(options), {
    ...AXE_OPTIONS,
    runOnly: ['color-contrast'],
  });
  return [...(await sidewaysFlaws(page)), ...describeViolations(violations)];
}
