import type { Browser, BrowserContext } from 'playwright-core';

export type Profile = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Visit {
  readonly largestPaintSeconds: number;
  readonly usableSeconds: number;
  readonly kilobytes: number;
  readonly requests: number;
}

/**
 * "Slow 4G" of Chromium's developer tools: 1.6 Mbit/s and 150 ms, with the factors that they apply to each
 * request.
 */
const slow4G = {
  offline: false,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
  latency: 150 * 3.75,
};
const slowerProcessor = 4;
/** The load has ended when the page is usable and nothing has arrived for this long. */
const quietMilliseconds = 1_500;

declare global {
  var pidLoad: { largestPaint: number; usable: number };
}

/**
 * Records when the largest text or image was painted, and when the element that `ready` selects could first
 * be used.
 */
function observeLoad(ready: string): void {
  const seen = { largestPaint: 0, usable: 0 };
  globalThis.pidLoad = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const timer = setInterval(() => {
    const isWaiting = document.querySelector('[data-loading]') !== null;
    const isThere = document.querySelector(`:is(${ready}):not([aria-disabled=true])`) !== null;
    if (!isThere || isWaiting) return;
    seen.usable = performance.now();
    clearInterval(timer);
  }, 16);
}

interface Wanted {
  readonly url: string;
  readonly profile: Profile;
  /** CSS selector of the page's main control. */
  readonly ready: string;
}

/** Measures one cold visit on a cheap phone: empty cache, Indonesian, 360 by 740. */
export async function visitSlowly(browser: Browser, { url, profile, ready }: Wanted): Promise<Visit> {
  const context = await browser.newContext({
    storageState: profile,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
  });
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', slow4G);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    let [requests, bytes, lastAt] = [0, 0, performance.now()];
    tools.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('data:')) return;
      requests += 1;
      lastAt = performance.now();
    });
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      lastAt = performance.now();
    });
    await page.addInitScript(observeLoad, ready);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.pidLoad.usable > 0, undefined, { timeout: 60_000 });
    while (performance.now() - lastAt < quietMilliseconds) await page.waitForTimeout(100);
    const seen = await page.evaluate(() => globalThis.pidLoad);
    return {
      largestPaintSeconds: seen.largestPaint / 1000,
      usableSeconds: seen.usable / 1000,
      kilobytes: bytes / 1000,
      requests,
    };
  } finally {
    await context.close();
  }
}
