import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { newChild, newRelative } from '../families/testing/family-fixture.ts';
import { openShop } from '../payments/testing/payment-fixture.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { answerFirstCalls } from './first-answers.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

interface Answer {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Loads a page without the automatic decompression of `fetch`. */
async function load(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(`${service.baseUrl}${path}`, { headers: { accept: 'text/html', ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          headers: new Headers(Object.entries(answer.headers).map(([key, value]) => [key, String(value)])),
          bytes: Buffer.concat(parts),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const firstAnswers = (html: string): Record<string, unknown> =>
  JSON.parse(/id="first-answers">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

async function document(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await load(path, headers)).bytes.toString();
}

test('compresses pages and scripts for clients that accept it', async () => {
  const plain = await document('/');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(plain)![1]!;
  for (const path of ['/', script]) {
    const whole = (await load(path)).bytes;
    const brotli = await load(path, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotli.bytes.length).toBeLessThan(whole.length / 2.5);
    expect(brotliDecompressSync(brotli.bytes).equals(whole)).toBe(true);
    const gzip = await load(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(gzip.bytes).equals(whole)).toBe(true);
  }
  expect((await load(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('the document preloads the scripts of its page in the reader’s language', async () => {
  const [indonesian, english] = [
    await document('/home', { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' }),
    await document('/home', { 'accept-language': 'de,en;q=0.8' }),
  ];
  expect(indonesian).toContain('<html lang="id">');
  expect(indonesian).toMatch(/rel="modulepreload" crossorigin href="\/assets\/words-id/);
  expect(english).toContain('<html lang="en">');
  expect(english).not.toMatch(/words-id/);
  const chosen = await document('/home', { 'accept-language': 'en', cookie: 'a=b; lang=id' });
  expect(chosen).toContain('<html lang="id">');
});

test('the document embeds the first responses of its page for its reader', async () => {
  const { client, pid } = await newPlayer(service, 'first_answers');
  const cookie = `pid_access=${client.cookie('pid_access')}`;
  const answers = firstAnswers(await document('/home', { cookie }));
  expect(answers['/v1/identity/me']).toMatchObject({ pid });
  expect(answers['/v1/fiat/balance']).toMatchObject({ balance: 0, currency: 'IDR' });
  // The paths must match the page's requests exactly, or the page would repeat them. The response of the
  // chain is embedded only if it is fast.
  const asked = Object.keys(answers).filter((path) => path !== '/v1/recovery');
  expect(asked.toSorted()).toEqual([
    '/v1/credential-approvals',
    '/v1/fiat/balance',
    '/v1/freeze',
    '/v1/games/own?limit=5',
    '/v1/identity/me',
    '/v1/notices?limit=1',
    '/v1/passkeys',
    '/v1/profile',
  ]);
  expect(firstAnswers(await document('/signin'))).toEqual({
    '/v1/auth/providers': [{ id: 'dev', name: expect.any(String) }],
  });
});

test('the home page embeds the family only where players are asked for their age', async () => {
  const asking = await startTestService({ PID_AGE_GATE: 'ask' });
  const { client } = await newPlayer(asking, 'asked_age');
  const cookie = `pid_access=${client.cookie('pid_access')}`;
  const home = async ({ baseUrl }: TestService, headers: Record<string, string>) =>
    (await fetch(`${baseUrl}/home`, { headers: { accept: 'text/html', ...headers } })).text();
  const page = await home(asking, { cookie });
  expect(page).toContain('<html data-ages="on"');
  expect(firstAnswers(page)['/v1/family']).toMatchObject({ asksBirthMonth: true });

  // Switched off, families that began before remain, because the ledger still judges by their rules.
  expect(await home(await startTestService({}, asking), { cookie })).not.toContain('data-ages');
  const child = await newChild(asking, [await newRelative(asking, 40)]);
  const linked = await home(await startTestService({}, asking), {
    cookie: `pid_access=${child.client.cookie('pid_access')}`,
  });
  expect(linked).toContain('<html data-ages="linked"');
  expect(firstAnswers(linked)['/v1/family']).toMatchObject({
    asksBirthMonth: false,
    parents: [{ pid: expect.any(String) }],
  });
});

test('the browser itself makes a first call whose cookie is not sent with the document', async () => {
  const claim = await document('/claim');
  expect(claim).toContain('<link rel="preload" as="fetch" crossorigin href="/v1/auth/claim">');
  expect(Object.keys(firstAnswers(claim))).toEqual(['/v1/auth/providers']);
  expect(await document('/signin')).not.toContain('as="fetch"');
});

test('a payment is embedded only in the page of that payment, for a signed-in player', async () => {
  const shop = await openShop(service);
  const { id } = (await shop.create({ amount: 20_000 })).body as { id: string };
  const { client } = await newPlayer(service, 'first_payer');
  const cookie = `pid_access=${client.cookie('pid_access')}`;
  const answers = firstAnswers(await document(`/pay/${id}`, { cookie }));
  expect(answers[`/v1/payments/${id}`]).toMatchObject({ id, status: 'open', total: 20_100 });
  expect(answers['/v1/fiat/balance']).toMatchObject({ balance: 0 });
  expect(firstAnswers(await document(`/pay/${id}`))).toEqual({});
  expect(firstAnswers(await document('/pay/..%2Fidentity%2Fme', { cookie }))).not.toHaveProperty(
    '/v1/payments/../identity/me',
  );
});

test('a document does not wait for an unresponsive chain', async () => {
  const http = Fastify();
  http.get('/v1/recovery', () => new Promise(() => undefined));
  http.get('/v1/fiat/balance', () => ({ balance: 7 }));
  http.get('/home', (request) =>
    answerFirstCalls(
      http,
      service.clock,
      {
        pattern: /^\/home$/,
        calls: [{ name: 'getBalance' }, { name: 'getRecovery', waitMilliseconds: 1 }],
      },
      request,
    ),
  );
  expect((await http.inject('/home')).json()).toEqual({ '/v1/fiat/balance': { balance: 7 } });
});

test('embeds no responses without the cookie, in a frame or for a script of another site', async () => {
  const { client } = await newPlayer(service, 'no_answers');
  const cookie = `pid_access=${client.cookie('pid_access')}`;
  expect(firstAnswers(await document('/home'))).toEqual({});
  expect(
    firstAnswers(
      await document('/home', { cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }),
    ),
  ).toEqual({});
  expect(
    firstAnswers(
      await document('/home', { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }),
    ),
  ).toEqual({});
  const { headers } = await load('/home', { cookie });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('text from other people cannot break out of the embedded data', async () => {
  const { client } = await newPlayer(service, 'app_maker');
  const name = 'Game </script><script>alert(1)</script><!--';
  const app = await client.post('/v1/apps', { name, origins: ['https://game.example'] });
  const query = new URLSearchParams({
    client_id: app.body.client_id,
    redirect_uri: 'https://game.example/in',
    state: 's',
  });
  const html = await document(`/authorize?${query}`);
  expect(html).not.toContain('alert(1)</script>');
  expect(firstAnswers(html)[`/v1/auth/authorize?${query}`]).toMatchObject({ app: { name } });
});

test('the policy allows inline scripts and styles only by their hashes', async () => {
  const policy = (await load('/')).headers.get('content-security-policy')!;
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'/);
  expect(policy).not.toContain('unsafe');
});
