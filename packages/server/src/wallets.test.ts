import { expect, test } from 'vitest';
import { newPlayer } from '../test/sign-in-helper.ts';
import { startTestService } from '../test/test-service.ts';

const service = await startTestService({ PID_CHAIN: 'off' });
const { client } = await newPlayer(service, 'chainless');

test('without a chain, serves identity and money and reports ready with nothing degraded', async () => {
  expect((await client.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await client.get('/v1/identity/me')).body).toMatchObject({ pid: 'chainless@pid' });
  expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 0 });
  expect((await client.get('/metrics')).text).toContain('\npid_degraded_parts 0\n');
});

test('without a chain, neither wallets nor their pages exist, and the pages and the OpenAPI document reflect it', async () => {
  for (const path of ['/v1/chain', '/v1/account', '/v1/session-keys/grants', '/exit', '/exit/offline.html'])
    expect([path, (await client.get(path)).status]).toEqual([path, 404]);
  for (const page of ['/wallet', '/game-sessions', '/session'])
    expect([page, (await client.get(page, { accept: 'text/html' })).status]).toEqual([page, 404]);
  expect((await client.get('/home', { accept: 'text/html' })).text).toContain('<html data-chain="off" ');
  const document = (await client.get('/v1/openapi.json')).body as { paths: Record<string, unknown> };
  expect(Object.keys(document.paths).filter((path) => /^\/v1\/(?:account|wallet|chain)/.test(path))).toEqual(
    [],
  );
});

test('deletes an identity without a chain request', async () => {
  const { client: leaver } = await newPlayer(service, 'chainless_too');
  expect((await leaver.delete('/v1/identity/me', {})).status).toBe(200);
});

test('refuses to turn the chain off for a database that had one', async () => {
  const withChain = await startTestService();
  await expect(startTestService({ PID_CHAIN: 'off' }, withChain)).rejects.toThrow(
    /PID_CHAIN is off, and this database belongs to the chain .* --forget/,
  );
});
