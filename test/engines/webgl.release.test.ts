import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { findChromium } from '../browser/support/chromium.ts';
import { repository } from '../examples/copy-out.ts';
import { readBlocks } from '../guides-code/read-guide.ts';

const executablePath = findChromium();
const reason = executablePath === null ? ' (skipped: no Chromium)' : '';
const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client, { origins: [] });
const { blocks } = readBlocks('packages/engines/unity/README.md', service.baseUrl);
const [template = '', callback = ''] = blocks
  .filter(({ language, heading }) => language === 'html' && heading === 'WebGL')
  .map(({ code }) => code);
const library = readFileSync(
  path.join(repository, 'packages/engines/unity/Runtime/Unity/Plugins/WebGL/pid.jslib'),
  'utf8',
);

/**
 * A page with the pieces of Emscripten and Unity that the script uses. As in Unity, the game reads the click in its own loop, after the
 * event.
 */
const game = `<!doctype html><title>Game</title>${template}<button>Sign in</button><pre></pre><script>
const texts = ${JSON.stringify([service.baseUrl, app.clientId, 'openid profile', 'PidWebPage', 'OnAnswer'])};
const UTF8ToString = (pointer) => texts[pointer];
const SendMessage = (...message) => (document.querySelector('pre').textContent = JSON.stringify(message));
const LibraryManager = { library: {} };
const mergeInto = Object.assign;
${library}
document.querySelector('button').onclick = () => requestAnimationFrame(() => LibraryManager.library.PidSignIn(0, 1, 2, 3, 4));
</script>`;

async function startGame(): Promise<string> {
  const port = await freePort();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url?.startsWith('/pid-callback.html') === true ? callback : game);
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${port}/`;
}

/** Opens the game in the browser of a signed-in player. */
async function openGame(browser: Browser) {
  onTestFinished(() => browser.close());
  const { client, pid } = await newPlayer(service);
  const context = await browser.newContext();
  await context.addCookies([
    { name: 'pid_access', value: client.cookie('pid_access')!, url: service.baseUrl },
  ]);
  const page = await context.newPage();
  await page.goto(await startGame());
  const received = async () => {
    const text = await page.locator('pre:not(:empty)').textContent();
    const [receiver, method, json] = JSON.parse(text ?? '') as [string, string, string];
    expect([receiver, method]).toEqual(['PidWebPage', 'OnAnswer']);
    return JSON.parse(json) as { code: string; codeVerifier: string };
  };
  return { context, page, pid, received, press: () => page.getByRole('button', { name: 'Sign in' }).click() };
}

const launch = () =>
  chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });

test.skipIf(reason !== '')(`WebGL: hands the code of the window to the game${reason}`, async () => {
  const { context, pid, received, press } = await openGame(await launch());
  const [popup] = await Promise.all([context.waitForEvent('page'), press()]);
  await popup.waitForURL(/\/authorize\?/);
  expect(new URL(popup.url()).searchParams.get('scope')).toBe('profile');
  await popup.locator('button:not([aria-disabled])', { hasText: /^Allow$/ }).click({ noWaitAfter: true });
  const { code, codeVerifier } = await received();
  const login = await exchange(service.client(), app, code, { code_verifier: codeVerifier });
  expect(login.body).toMatchObject({ pid });
});

test.skipIf(reason !== '')(`WebGL: reports that the player denied${reason}`, async () => {
  const { context, received, press } = await openGame(await launch());
  const [popup] = await Promise.all([context.waitForEvent('page'), press()]);
  await popup.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
  expect(await received()).toMatchObject({ error: 'access_denied' });
});

test.skipIf(reason !== '')(`WebGL: returns by redirect if no window can open${reason}`, async () => {
  const { page, pid, received, press } = await openGame(await launch());
  await page.evaluate(() => (window.open = () => null));
  await press();
  await page.locator('button:not([aria-disabled])', { hasText: /^Allow$/ }).click({ noWaitAfter: true });
  await page.waitForURL('http://127.0.0.1:*/');
  await press();
  const { code, codeVerifier } = await received();
  const login = await exchange(service.client(), app, code, { code_verifier: codeVerifier });
  expect(login.body).toMatchObject({ pid });
});

test.skipIf(reason !== '')(`WebGL: reports a page without the SDK${reason}`, async () => {
  const { page, received, press } = await openGame(await launch());
  await page.evaluate(() => Reflect.deleteProperty(window, 'pidSdk'));
  await press();
  expect(await received()).toMatchObject({ error: 'unsupported' });
});
