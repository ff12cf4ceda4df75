import { beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

async function ask(path: string, accept: string): Promise<[number, string]> {
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { accept } });
  return [answer.status, answer.headers.get('content-type') ?? ''];
}

test('serves a page to every client, not only to browsers', async () => {
  for (const path of ['/', '/signin', '/authorize', '/wallet', '/apps/app_x', '/exit'])
    for (const accept of ['text/html', '*/*'])
      expect([path, ...(await ask(path, accept))]).toEqual([path, 200, 'text/html; charset=utf-8']);
});

test('a missing path returns a page to browsers and the JSON error to other clients', async () => {
  expect(await ask('/nowhere', 'text/html')).toEqual([404, 'text/html; charset=utf-8']);
  expect(await ask('/nowhere', '*/*')).toEqual([404, 'application/json; charset=utf-8']);
  expect(await ask('/v1/nowhere', 'text/html')).toEqual([404, 'application/json; charset=utf-8']);
});

test('serves an asset under its own name only, and every other name is missing, not forbidden', async () => {
  const page = await (await fetch(`${service.baseUrl}/signin`)).text();
  const asset = /href="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
  const send = async (path: string, method: string, accept = '*/*') => {
    const { status, headers } = await fetch(`${service.baseUrl}${path}`, { method, headers: { accept } });
    return [status, headers.get('content-type'), headers.get('allow')];
  };
  const script = [200, 'application/javascript; charset=utf-8', null];
  for (const method of ['GET', 'HEAD']) expect(await send(asset, method)).toEqual(script);
  expect(await send(asset, 'POST')).toEqual([405, 'application/json; charset=utf-8', 'GET, HEAD']);
  const missing = [404, 'application/json; charset=utf-8', null];
  for (const path of [`${asset}.br`, `${asset}x`, '/assets/', '/assets/..%2findex.html'])
    for (const method of ['GET', 'HEAD', 'POST'])
      expect([path, method, ...(await send(path, method))]).toEqual([path, method, ...missing]);
  expect(await send(`${asset}x`, 'GET', 'text/html')).toEqual([404, 'text/html; charset=utf-8', null]);
});

test('serves the sign-in buttons for every language and background to all sites, for ever', async () => {
  for (const [language, words] of [
    ['en', 'Sign in with PID'],
    ['id', 'Masuk dengan PID'],
  ])
    for (const background of ['light', 'dark']) {
      const button = await fetch(`${service.baseUrl}/buttons/1/sign-in-${language}-${background}.svg`);
      expect(Object.fromEntries(button.headers)).toMatchObject({
        'content-type': expect.stringContaining('image/svg+xml'),
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const drawing = await button.text();
      expect(drawing).toContain(`<title id="title">${words}</title>`);
      expect(drawing).toMatch(/^<svg [^>]*width="\d+" height="44"/);
      // A picture of another site must bring its own letters and run nothing.
      expect(drawing).not.toMatch(/<text|<script|<style|href|font/);
    }
});

test('serves help, privacy and terms, or redirects to the pages of the operator', async () => {
  const place = async (baseUrl: string, path: string) =>
    (await fetch(`${baseUrl}${path}`, { redirect: 'manual' })).headers.get('location');
  expect(await place(service.baseUrl, '/privacy')).toBe('/help#privacy');
  expect(await ask('/help', 'text/html')).toEqual([200, 'text/html; charset=utf-8']);
  const own = await startTestService({
    PID_HELP_URL: 'https://game.example/help',
    PID_TERMS_URL: 'https://game.example/terms',
    PID_CONTACT: 'help"@game.example',
  });
  expect(await place(own.baseUrl, '/help')).toBe('https://game.example/help');
  expect(await place(own.baseUrl, '/terms')).toBe('https://game.example/terms');
  expect(await (await fetch(`${own.baseUrl}/signin`)).text()).toContain(
    'data-contact="help&quot;@game.example"',
  );
});

test('only the pages of the login popup are served without COOP, and no page can be framed', async () => {
  const policies = async (path: string) => {
    const { headers } = await fetch(`${service.baseUrl}${path}`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    return headers.get('cross-origin-opener-policy');
  };
  for (const path of ['/authorize', '/signin', '/claim'])
    expect([path, await policies(path)]).toEqual([path, null]);
  for (const path of ['/', '/home', '/security', '/no/such/page'])
    expect([path, await policies(path)]).toEqual([path, 'same-origin']);
});
