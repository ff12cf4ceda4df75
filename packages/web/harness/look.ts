// Renders every scene in both sizes and themes, runs axe on it and reports what a strict CSP would block.
// Usage: npm run look -w @pid/web -- [scene name part …]
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { preview } from 'vite';
import { SCENES } from './scenes.ts';
import type { SceneSpec } from './scenes.ts';

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const THEMES = ['light', 'dark'] as const;
const OUTPUT = fileURLToPath(new URL('../test-results/look/', import.meta.url));
const EXPECTED_NOISE = /the server responded with a status of|net::ERR_INTERNET_DISCONNECTED/u;

interface Variant {
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
}

async function answerRequests(context: BrowserContext, scene: SceneSpec, flaws: string[], origin: string) {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.origin !== origin) {
      flaws.push(`third-party request ${url.href}`);
      return route.abort();
    }
    if (!url.pathname.startsWith('/v1/')) return route.continue();
    const answer = scene.answers[`${request.method()} ${url.pathname}`];
    if (!answer) {
      flaws.push(`no answer for ${request.method()} ${url.pathname}`);
      return route.fulfill({ status: 404, json: { statusCode: 404, message: 'Not Found' } });
    }
    return route.fulfill({ status: answer.status ?? 200, json: answer.body });
  });
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  var pidSeen: { shift: number; sources: string[]; violations: string[] };
}

/** Sums layout shifts that no input caused, and notes every CSP violation. */
function observePage(storage: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
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

async function judge(page: Page, flaws: string[]): Promise<void> {
  const seen = await page.evaluate(() => globalThis.pidSeen);
  if (seen.shift > 0.02) flaws.push(`layout shift ${seen.shift.toFixed(3)}: ${seen.sources.join(' | ')}`);
  for (const violation of seen.violations) flaws.push(`CSP ${violation}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) flaws.push(`scrolls sideways by ${overflow}px`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const violation of violations) {
    const targets = violation.nodes.map((node) => node.target.join(' ')).join(', ');
    flaws.push(`axe ${violation.id}: ${violation.help} [${targets}]`);
  }
}

async function look(browser: Browser, origin: string, scene: SceneSpec, variant: Variant): Promise<string[]> {
  const flaws: string[] = [];
  const context = await browser.newContext({
    viewport: SIZES[variant.size],
    isMobile: variant.size === 'phone',
    hasTouch: variant.size === 'phone',
    colorScheme: variant.theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  try {
    await answerRequests(context, scene, flaws, origin);
    await context.addInitScript(observePage, scene.storage ?? {});
    const page = await context.newPage();
    page.on('pageerror', (error) => flaws.push(`error ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_NOISE.test(message.text()))
        flaws.push(`console ${message.text()}`);
    });
    await page.goto(origin + scene.path);
    await page.getByText(scene.ready).first().waitFor({ timeout: 10_000 });
    await scene.prepare?.(page);
    // Judged first: a picture of the full page resizes the window and so moves everything.
    await judge(page, flaws);
    const file = `${OUTPUT}${scene.name}-${variant.size}-${variant.theme}.png`;
    await page.screenshot({ path: file, fullPage: scene.name !== 'claim-confirm' });
  } catch (error) {
    flaws.push(String(error));
  } finally {
    await context.close();
  }
  return flaws;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const scenes = SCENES.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  await mkdir(OUTPUT, { recursive: true });
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    preview: { host: '127.0.0.1', port: 0 },
    logLevel: 'warn',
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The preview server has no port');
  const browser = await chromium.launch({
    executablePath: process.env['PID_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  let flawed = 0;
  try {
    for (const scene of scenes) {
      for (const theme of THEMES) {
        for (const size of ['phone', 'desktop'] as const) {
          const flaws = await look(browser, `http://127.0.0.1:${address.port}`, scene, { size, theme });
          flawed += flaws.length > 0 ? 1 : 0;
          for (const flaw of flaws) process.stdout.write(`${scene.name} ${size} ${theme}: ${flaw}\n`);
        }
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  process.stdout.write(`${scenes.length * 4} views, ${flawed} with flaws; pictures in ${OUTPUT}\n`);
  process.exitCode = flawed > 0 ? 1 : 0;
}

await main();
