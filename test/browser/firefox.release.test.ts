import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { findFirefox, launchFirefox, type Firefox } from './support/firefox.ts';
import { openFirefoxPage, type FirefoxPage } from './support/firefox-page.ts';
import { startGameSite } from './support/game-site.ts';

const executable = findFirefox() ?? ensureTool('firefox-esr', { debian: 'firefox-esr' });
const reason = skipReason({ 'Firefox; set PID_TEST_FIREFOX to its path': executable });

/**
 * The money and login journeys in another browser engine, in sequence, as one player. Passkeys are not
 * covered, because WebDriver BiDi has no virtual authenticator; the recent sign-in authorizes the actions.
 */
describe.skipIf(executable === null)(`in Firefox${reason}`, () => {
  let service: TestService;
  let firefox: Firefox;
  let page: FirefoxPage;
  beforeAll(async () => {
    [service, firefox] = await Promise.all([startTestService({}), launchFirefox(executable ?? '')]);
    page = await openFirefoxPage(firefox.send);
  });
  afterAll(() => firefox?.close());

  test('a newcomer signs up at a provider and claims a handle', async () => {
    await page.goto(`${service.baseUrl}/signin`);
    await page.click('Continue with ');
    await page.reads('Development sign-in');
    await page.fill('E-mail', 'fox@example.com');
    await page.click('Continue');
    await page.fill('Your player name', 'quick_fox');
    await page.reads('quick_fox@pid is free.');
    await page.click('Continue');
    await page.click('Yes, I am ');
    await page.reads('Hello, quick_fox');
  });

  test('the player allows a game, which gets the response by redirect', async () => {
    const { client } = await newPlayer(service);
    const { clientId } = await newApp(client, { name: 'Star Paddle' });
    const game = await startGameSite(service.baseUrl, clientId);
    await page.goto(game.origin);
    await page.click('Sign in by redirect');
    await page.reads('Sign in to Star Paddle');
    await page.click('Allow');
    await page.reads('playing as quick_fox@pid by redirect');
    expect(new URL(await page.address()).origin).toBe(game.origin);
  });

  test('tops up a balance', async () => {
    await page.goto(`${service.baseUrl}/top-up`);
    await page.fill('Amount', '50000');
    await page.click('Continue to payment');
    await page.click('Pay');
    await page.click('See your balance');
    await page.reads('Rp50,000');
  });

  test('sends money', async () => {
    await newPlayer(service, 'slow_dog');
    await page.goto(`${service.baseUrl}/send?to=slow_dog@pid&amount=10000`);
    await page.click('Continue');
    await page.reads('You pay');
    await page.click('Send Rp');
    await page.reads('slow_dog@pid has received it.');
  });

  test('pays an app', async () => {
    const shop = await openShop(service);
    const { id } = (await shop.create({ amount: 20_000 })).body as { id: string };
    await page.goto(`${service.baseUrl}/pay/${id}`);
    await page.reads('A golden sword');
    await page.click('Pay Rp20,100');
    await expect.poll(async () => (await shop.ask('GET', `/payments/${id}`)).body.status).toBe('paid');
  });

  test('no page wrote an error to the console', async () => {
    await expect.poll(() => firefox.readErrors()).toEqual([]);
  });

  test('reports a failed import, but not one that was aborted because the page was left', async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/slow.mjs') return;
      response.writeHead(request.url === '/missing.mjs' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><script>onload = () => setTimeout(() => import(location.pathname + '.mjs'))</script>`,
      );
    });
    await once(site.listen(0, 'localhost'), 'listening');
    onTestFinished(() => {
      site.close();
      site.closeAllConnections();
    });
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await page.goto(`${origin}/slow`);
    await expect.poll(() => asked).toContain('/slow.mjs');
    await page.goto(`${origin}/missing`);
    await expect
      .poll(() => firefox.readErrors().filter((error) => error.includes('imported module')))
      .toEqual([`TypeError: error loading dynamically imported module: ${origin}/missing.mjs`]);
  });
});
