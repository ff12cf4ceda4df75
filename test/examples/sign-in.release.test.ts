import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureAuthorizePage } from './authorize-page.ts';
import { startGame } from './start-game.ts';

const executablePath = process.env['PID_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const reason = existsSync(executablePath)
  ? ''
  : ' (skipped: no Chromium; install one or set PID_TEST_CHROMIUM)';
const service = await startTestService();

describe.skipIf(reason !== '')(`the example game and the service, in a real browser${reason}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });
  afterAll(() => browser?.close());

  /** Opens the game in a browser where the player is signed in at PID. */
  async function openGame(
    prepare: (context: BrowserContext, game: string) => Promise<void> = async () => {},
  ) {
    const player = await newPlayer(service);
    const { clientId } = await newApp(player.client, { origins: [] });
    const game = await startGame(service, clientId);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    await context.addCookies([sessionCookie(player.client)]);
    await ensureAuthorizePage(service, context);
    await prepare(context, game);
    const page = await context.newPage();
    await page.goto(game);
    await page.getByRole('button', { name: 'Sign in with PID' }).waitFor();
    return { page, context, player };
  }

  function sessionCookie(client: HttpClient) {
    return { name: 'pid_access', value: client.cookie('pid_access')!, url: service.baseUrl };
  }

  async function openPopup(page: Page, context: BrowserContext): Promise<Page> {
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in with PID' }).click(),
    ]);
    return popup;
  }

  const greeting = (page: Page) => page.getByRole('status');

  test('popup: after Allow, the game greets the player, also after a reload', async () => {
    const { page, context, player } = await openGame();
    const popup = await openPopup(page, context);
    await popup.waitForURL(/\/authorize\?/);
    expect(new URL(popup.url()).searchParams.get('scope')).toBe('profile');
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
    await greeting(page)
      .filter({ hasText: `Welcome, ${player.pid}!` })
      .waitFor();
    await page.reload();
    await greeting(page)
      .filter({ hasText: `Welcome, ${player.pid}!` })
      .waitFor();
    expect((await player.client.get('/v1/connected-apps')).body.items).toHaveLength(1);
  });

  test('popup: after Deny, the game says so', async () => {
    const { page, context, player } = await openGame();
    const popup = await openPopup(page, context);
    await popup.getByRole('button', { name: 'Deny' }).click();
    await greeting(page).filter({ hasText: 'You chose not to sign in.' }).waitFor();
    expect((await player.client.get('/v1/connected-apps')).body.items).toEqual([]);
  });

  test('a game isolated by COOP, whose popup has no opener, greets the player', async () => {
    const { page, context, player } = await openGame(async (isolating, game) => {
      await isolating.route(`${game}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
        });
      });
    });
    const popup = await openPopup(page, context);
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await popup.getByRole('button', { name: 'Allow' }).click();
    await greeting(page)
      .filter({ hasText: `Welcome, ${player.pid}!` })
      .waitFor();
    expect(await popup.evaluate(() => location.search).catch(() => '')).toBe('');
  });

  test('with a blocked popup, the whole page navigates to PID and returns signed in', async () => {
    const { page, player } = await openGame(async (blocking) => {
      await blocking.addInitScript(() => {
        window.open = () => null;
      });
    });
    await page.getByRole('button', { name: 'Sign in with PID' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await greeting(page)
      .filter({ hasText: `Welcome, ${player.pid}!` })
      .waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

test('the example game knows the player after a login, keeps the bearer on its server, and deletes the session on sign-out', async () => {
  const { client, pid } = await newPlayer(service);
  const { clientId } = await newApp(client, { origins: [] });
  const game = new HttpClient(await startGame(service, clientId));

  for (const page of ['/', '/game.js', '/pid-sdk.js', '/pid-callback.html'])
    expect((await game.get(page)).status).toBe(200);
  expect((await game.get('/settings')).body).toEqual({ baseUrl: service.baseUrl, clientId });
  expect((await game.get('/session')).status).toBe(401);

  const codeVerifier = randomBytes(32).toString('base64url');
  const allowed = await client.post('/v1/auth/authorize', {
    client_id: clientId,
    redirect_uri: `${game.baseUrl}/pid-callback.html`,
    response_mode: 'web_message',
    state: 'x',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    decision: 'allow',
  });
  const code = allowed.body.pidCode;
  expect((await game.post('/session', { code, codeVerifier: 'x'.repeat(43) })).status).toBe(400);
  const entered = await game.post('/session', { code, codeVerifier });
  expect(entered.body).toMatchObject({ pid, profile: { displayName: null } });
  expect(entered.text).not.toContain('accessToken');
  expect((await game.get('/session')).body.pid).toBe(pid);
  await game.delete('/session');
  expect((await game.get('/session')).status).toBe(401);
});
