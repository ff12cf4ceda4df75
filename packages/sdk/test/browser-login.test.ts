import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseTest } from '../../../test/support/release-test.ts';
import { bundleSdk, startTwoSites, type TwoSites } from './two-sites.ts';

const executablePath = process.env['PID_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const reason = existsSync(executablePath)
  ? ''
  : ' (skipped: no Chromium; install one or set PID_TEST_CHROMIUM)';

/** The result that the game's page has written into `#out`. */
interface GameAnswer {
  readonly error?: string;
  readonly clientId?: string;
  readonly code?: string;
  readonly codeVerifier?: string;
  readonly resumed?: GameAnswer;
}

test('the browser module is at most 6 kB compressed', async () => {
  expect(gzipSync(await bundleSdk()).length).toBeLessThan(6 * 1024);
});

/** The popup may close before the click has finished. */
async function press(popup: Page, selector: string): Promise<void> {
  await popup.waitForSelector(selector);
  await popup.click(selector).catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
}

describe.skipIf(reason !== '')(`between two origins in a real browser${reason}`, () => {
  let sites: TwoSites;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    sites = await startTwoSites();
    // Keeps the popup blocker on, as players have it: only a click may open a popup.
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await sites?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());

  async function openGame(path = '/', more = ''): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${sites.game}${path}?service=${encodeURIComponent(sites.service)}${more}`);
    return page;
  }

  async function clickSignIn(page: Page): Promise<Page> {
    const [popup] = await Promise.all([context.waitForEvent('page'), page.click('#sign-in')]);
    await popup.waitForSelector('#allow');
    return popup;
  }

  async function answerOn(page: Page): Promise<GameAnswer> {
    const out = page.locator('#out:not(:empty)');
    return JSON.parse((await out.textContent({ timeout: 120_000 })) ?? '');
  }

  /** Checks that the page's code verifier matches the challenge that the service received. */
  function isWhole(result: GameAnswer | undefined): boolean {
    if (!result?.codeVerifier) return false;
    const challenge = createHash('sha256').update(result.codeVerifier).digest('base64url');
    return result.clientId === 'app_test' && result.code === `code-for-${challenge}`;
  }

  /** Nothing but the mark that this request was answered. */
  async function expectNothingKept(page: Page): Promise<void> {
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter((key) => !key.startsWith('pid:login:taken:'))).toEqual([]);
  }

  /** Longer than a window must seem closed while the page has the focus. */
  const lookAt = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3000)));

  test('a click opens the popup, Allow posts the code to the opener, and the popup closes', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    expect(Object.fromEntries(new URL(popup.url()).searchParams)).toMatchObject({
      client_id: 'app_test',
      response_mode: 'web_message',
      redirect_uri: `${sites.game}/pid-callback.html`,
      code_challenge_method: 'S256',
    });
    await Promise.all([popup.waitForEvent('close'), press(popup, '#allow')]);
    expect(await answerOn(page)).toSatisfy(isWhole);
    await expectNothingKept(page);
  });

  test('Deny rejects with access_denied', async () => {
    const page = await openGame();
    await press(await clickSignIn(page), '#deny');
    expect(await answerOn(page)).toEqual({ error: 'access_denied' });
  });

  test('ignores messages with another state, of a wrong shape or from another origin', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    const state = new URL(popup.url()).searchParams.get('state');
    await page.evaluate(
      (known) => window.postMessage({ type: 'pid:login', pid_code: 'planted', state: known }, '*'),
      state,
    );
    await press(popup, '#noise');
    await press(popup, '#allow');
    expect(await answerOn(page)).toSatisfy(isWhole);
  });

  for (const [path, isolated] of [
    ['/isolated', 'isolated by COOP'],
    ['/threads', 'isolated because it uses threads'],
  ] as const)
    (path === '/isolated' ? test : releaseTest)(
      `a page ${isolated} gets the result through the callback page, although it has the focus`,
      async () => {
        const page = await openGame(path);
        const popup = await clickSignIn(page);
        expect(await popup.evaluate(() => window.opener)).toBeNull();
        await lookAt(page);
        expect(await page.textContent('#out')).toBe('');
        await press(popup, '#allow');
        expect(await answerOn(page)).toSatisfy(isWhole);
        await expectNothingKept(page);
      },
    );

  releaseTest(
    'a provider page that severs the opener does not lose the result, although the game has the focus',
    async () => {
      const page = await openGame();
      const popup = await clickSignIn(page);
      await press(popup, '#away');
      await popup.waitForSelector('#back');
      await lookAt(page);
      expect(await page.textContent('#out')).toBe('');
      await press(popup, '#back');
      await popup.waitForSelector('#allow');
      expect(await popup.evaluate(() => window.opener)).toBeNull();
      await Promise.all([popup.waitForEvent('close'), press(popup, '#allow')]);
      expect(await answerOn(page)).toSatisfy(isWhole);
      await expectNothingKept(page);
    },
  );

  releaseTest('a game that was busy when the window left still waits for the result', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    await page.evaluate(
      () =>
        void setTimeout(() => {
          const endsAt = Date.now() + 2000;
          while (Date.now() < endsAt);
        }),
    );
    await press(popup, '#away');
    await popup.waitForSelector('#back');
    await lookAt(page);
    expect(await page.textContent('#out')).toBe('');
    await popup.close();
  });

  releaseTest('a blocked popup becomes a tab that delivers the result in the same way', async () => {
    await context.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (address, name, features) => (features ? null : open(address, name));
    });
    const page = await openGame();
    const tab = await clickSignIn(page);
    expect(new URL(tab.url()).searchParams.get('response_mode')).toBe('web_message');
    await press(tab, '#allow');
    expect(await answerOn(page)).toSatisfy(isWhole);
    await expectNothingKept(page);
  });

  test('redirects the whole page when popups and tabs are blocked, and resumes on the same page', async () => {
    // There was no click. A visible browser blocks the window; a headless browser does not, so the test
    // blocks it.
    await context.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (...words) => (navigator.userActivation.isActive ? open(...words) : null);
    });
    const page = await openGame('/level/7', '&auto');
    await page.waitForSelector('#allow');
    expect(context.pages()).toHaveLength(1);
    expect(new URL(page.url()).searchParams.get('response_mode')).toBe('query');
    await page.click('#allow');
    const { resumed } = await answerOn(page);
    expect(resumed).toSatisfy(isWhole);
    expect(new URL(page.url()).pathname).toBe('/level/7');
    await expectNothingKept(page);
  });

  test('reports a denied redirect on the page that started it', async () => {
    const page = await openGame();
    await page.click('#redirect');
    await page.waitForSelector('#deny');
    await page.click('#deny');
    expect(await answerOn(page)).toEqual({ error: 'access_denied' });
    await page.reload();
    await page.waitForSelector('#sign-in');
    expect(await page.textContent('#out')).toBe('');
  });

  releaseTest(
    'a popup whose opener was closed says that it is done, and continues there if the player wants to',
    async () => {
      const page = await openGame('/isolated');
      const popup = await clickSignIn(page);
      await page.close();
      await press(popup, '#allow');
      await popup.getByRole('heading', { name: 'Done' }).waitFor();
      expect(new URL(popup.url()).pathname).toBe('/pid-callback.html');
      await popup.getByRole('link', { name: 'Continue here' }).click();
      await popup.waitForURL(`${sites.game}/isolated*`);
      const { resumed } = await answerOn(popup);
      expect(resumed).toSatisfy(isWhole);
    },
  );

  test('closing the popup rejects with closed', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    await popup.close();
    expect(await answerOn(page)).toEqual({ error: 'closed' });
  });

  test('closing the popup on a page that refuses the request rejects with closed', async () => {
    await context.route('**/authorize?*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p id="allow">This request is broken</p>' }),
    );
    const page = await openGame();
    const popup = await clickSignIn(page);
    // The page of the game looks at its window every 250 milliseconds.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await popup.close();
    expect(await answerOn(page)).toEqual({ error: 'closed' });
  });

  test('a second click supersedes the first and reuses the window', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    const firstState = new URL(popup.url()).searchParams.get('state');
    await page.click('#sign-in');
    expect(await answerOn(page)).toEqual({ error: 'superseded' });
    await popup.waitForURL((url) => url.searchParams.get('state') !== firstState);
    await press(popup, '#allow');
    await page.waitForFunction(() => document.querySelector('#out')?.textContent?.includes('codeVerifier'));
    expect(await answerOn(page)).toSatisfy(isWhole);
  });

  test('aborting closes the popup', async () => {
    const page = await openGame();
    const popup = await clickSignIn(page);
    await Promise.all([popup.waitForEvent('close'), page.click('#abort')]);
    expect(await answerOn(page)).toEqual({ error: 'aborted' });
  });

  releaseTest(
    'a window that only seemed closed does not become a second copy of the game by itself',
    async () => {
      const page = await openGame();
      const popup = await clickSignIn(page);
      await press(popup, '#silent');
      // The page has cut the connection without notice, and the game has the focus.
      expect(await answerOn(page)).toEqual({ error: 'closed' });
      await press(popup, '#back');
      await press(popup, '#allow');
      await popup.getByRole('link', { name: 'Continue here' }).click();
      const { resumed } = await answerOn(popup);
      expect(resumed).toSatisfy(isWhole);
    },
  );

  /** Suspends the page of the game and signs in, until the window shows its link. */
  async function signInWhileSuspended(): Promise<{ page: Page; popup: Page }> {
    // As in a tab in the background of a phone: the page of the game gets broadcasts only when it is shown again.
    await context.addInitScript(() => {
      const listen = BroadcastChannel.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function (
        this: BroadcastChannel,
        type: string,
        listener: EventListener,
      ) {
        const waiting: Event[] = [];
        const isShown = () => location.pathname !== '/' || document.title !== 'Game';
        listen.call(this, type, (event: Event) => {
          if (isShown()) listener(event);
          else waiting.push(event);
        });
        addEventListener('shown', () => {
          for (const event of waiting.splice(0)) listener(event);
        });
      } as typeof listen;
      // The receipt is lost, as in a page that was suspended again right after it has taken the answer.
      const post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: { type?: string }) {
        if (message.type !== 'pid:received' || document.title !== 'Deaf') post.call(this, message);
      } as typeof post;
    });
    const page = await openGame();
    const popup = await clickSignIn(page);
    await press(popup, '#away');
    await press(popup, '#back');
    await press(popup, '#allow');
    await popup.getByRole('link', { name: 'Continue here' }).waitFor();
    return { page, popup };
  }

  const show = (page: Page, title: string) =>
    page.evaluate((to) => {
      document.title = to;
      dispatchEvent(new Event('shown'));
    }, title);

  releaseTest('a page that was suspended takes the result later, and the window closes', async () => {
    const { page, popup } = await signInWhileSuspended();
    const closed = popup.waitForEvent('close');
    await show(page, 'Shown');
    await closed;
    expect(await answerOn(page)).toSatisfy(isWhole);
  });

  releaseTest(
    'a page that was suspended does not take the result with which the player continued in the window',
    async () => {
      const { page, popup } = await signInWhileSuspended();
      await popup.getByRole('link', { name: 'Continue here' }).click();
      const { resumed } = await answerOn(popup);
      expect(resumed).toSatisfy(isWhole);
      await show(page, 'Shown');
      expect(await answerOn(page)).toEqual({ error: 'superseded' });
    },
  );

  releaseTest('the window does not continue with a result that the suspended page has taken', async () => {
    const { page, popup } = await signInWhileSuspended();
    await show(page, 'Deaf');
    expect(await answerOn(page)).toSatisfy(isWhole);
    const closed = popup.waitForEvent('close');
    await press(popup, 'a');
    await closed;
  });

  releaseTest('a page and the window that take the result at the same time do not both get it', async () => {
    const { page, popup } = await signInWhileSuspended();
    const left = popup.waitForEvent('close').catch(() => null);
    await Promise.all([show(page, 'Deaf'), popup.evaluate(() => document.querySelector('a')!.click())]);
    const answer = await answerOn(page);
    if (answer.error === 'superseded') {
      const { resumed } = await answerOn(popup);
      expect(resumed).toSatisfy(isWhole);
    } else {
      expect(answer).toSatisfy(isWhole);
      await left;
      expect(popup.isClosed()).toBe(true);
    }
  });

  test.each([
    ['en-GB', 'This sign-in has expired', 'Open the game'],
    ['id-ID', 'Proses masuk sudah kedaluwarsa', 'Buka game'],
  ])(
    'refuses a callback that this browser did not start, in the language of the player (%s)',
    async (locale, title, back) => {
      const device = await browser.newContext({ locale });
      const page = await device.newPage();
      await page.goto(`${sites.game}/pid-callback.html?pid_code=planted&state=unknown`);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(page.url()).toBe(`${sites.game}/pid-callback.html`);
      expect(await page.title()).toBe(title);
      await expectNothingKept(page);
      await page.getByRole('link', { name: back }).click();
      await page.waitForSelector('#sign-in');
      await device.close();
    },
  );
});
