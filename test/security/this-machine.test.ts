import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

const service = await startTestService();
const { port } = new URL(service.baseUrl);
const { client } = await newPlayer(service);
const { id: topUpId } = await client.call('createTopUp', { amount: 10_000 });

/** Raw HTTP, because fetch does not allow setting `Host`. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: 'localhost', port, method, path, headers: { host: `localhost:${port}`, ...headers } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const rpc = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
/** Development endpoints that allow signing in as any player, give money away or show private data. */
const parts: Record<string, (headers: Record<string, string>) => Promise<number>> = {
  'the faucet': (headers) =>
    send(
      'POST',
      '/v1/dev/airdrop',
      { ...json, ...headers },
      '{"address":"11111111111111111111111111111112","lamports":"1000000000"}',
    ),
  'the game': (headers) => send('GET', '/v1/dev/game', headers),
  'the chain': (headers) => send('POST', '/development-chain', { ...json, ...headers }, rpc),
  'the sign-in': (headers) => send('GET', '/development-provider/interaction/abc', headers),
  'the mails': (headers) => send('GET', '/development-mail', headers),
  'the sandbox': (headers) =>
    send(
      'POST',
      `/checkout/${topUpId}/pay`,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      'outcome=failed',
    ),
};

const elsewhere: Record<string, Record<string, string>> = {
  'a name that was rebound to this machine': { host: `evil.example:${port}` },
  'a name that only begins like ours': { host: `localhost.evil.example:${port}` },
  'no name that could be read': { host: 'local host' },
  'a tunnel': { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': `localhost:${port}` },
  'a tunnel that says it is us': { 'x-forwarded-for': '127.0.0.1' },
  'a proxy that says little': { via: '1.1 somewhere' },
  'a proxy of RFC 7239': { forwarded: 'for=127.0.0.1;host=localhost' },
  'a proxy of Cloudflare': { 'cf-connecting-ip': '127.0.0.1' },
  'a page of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a page of another site in an old browser': { origin: 'https://evil.example' },
  'a page that hides its site': { origin: 'null' },
  'a picture or script in another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
};

for (const [name, call] of Object.entries(parts)) {
  test(`${name} responds to this machine`, async () => {
    expect(await call({ host: `127.0.0.1:${port}` })).toBeLessThan(400);
  });

  test.each(Object.entries(elsewhere))(`${name} refuses %s`, async (_who, headers) => {
    expect(await call(headers)).toBe(403);
  });
}

test('a page on this machine can use the chain', async () => {
  const from = (origin: string) => send('POST', '/development-chain', { ...json, origin }, rpc);
  expect(await send('OPTIONS', '/development-chain', { origin: 'https://evil.example' })).toBe(403);
  expect(await from('http://localhost:5173')).toBe(200);
  expect(await send('POST', '/development-chain', { 'content-type': 'text/plain' }, rpc)).toBe(415);
});

test('a development page opens through a link from another site, but not in a frame', async () => {
  const follow = (dest: string) =>
    send('GET', '/development-mail', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': dest,
    });
  expect(await follow('document')).toBe(200);
  expect(await follow('iframe')).toBe(403);
});

test('getChain returns the RPC address of the same chain', async () => {
  const chain = await client.call('getChain');
  expect(chain.rpcUrl).toBe(`${service.baseUrl}/development-chain`);
  const answer = await fetch(chain.rpcUrl!, {
    method: 'POST',
    headers: json,
    body: '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}',
  });
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: chain.genesisHash });
});

test('behind a trusted proxy, the forwarded address decides', async () => {
  const behind = await startTestService({ PID_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const ask = (address: string) => behind.client().get('/development-mail', { 'x-forwarded-for': address });
  expect((await ask('127.0.0.1')).status).toBe(200);
  expect((await ask('203.0.113.7')).status).toBe(403);
});
