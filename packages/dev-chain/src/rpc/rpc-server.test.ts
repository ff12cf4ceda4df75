import { TOKEN_PROGRAM } from '@pid/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { testChain } from '../../../server/test/chain-helper.ts';
import { startRpcServer } from '../rpc-server.ts';

test('serves the same chain over HTTP, with batches and health, and refuses invalid JSON', async () => {
  const chain = await testChain();
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => chain.access.answer(request),
  });
  onTestFinished(() => server.close());
  const post = (body: string, type = 'application/json') =>
    fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body });
  const batch = await post(
    JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'getHealth' },
      { jsonrpc: '2.0', id: 2, method: 'getGenesisHash' },
      5,
    ]),
  );
  expect(await batch.json()).toEqual([
    { jsonrpc: '2.0', id: 1, result: 'ok' },
    { jsonrpc: '2.0', id: 2, result: await chain.rpc.getGenesisHash().send() },
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } },
  ]);
  expect(await (await post('{')).json()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: 'Parse error' },
  });
  expect((await post('{}', 'text/plain')).status).toBe(415);
  expect((await post(`"${'x'.repeat(300_000)}"`)).status).toBe(413);
  expect(await (await fetch(`${server.url}/health`)).text()).toBe('ok');
  // u64 values above 2^53 keep all digits.
  expect(
    await (
      await post(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'getAccountInfo',
          params: [TOKEN_PROGRAM, { encoding: 'base64' }],
        }),
      )
    ).text(),
  ).toContain('"rentEpoch":18446744073709551615');
});

test('the address for other processes requires the token from the database', async () => {
  const chain = await testChain();
  const { rows } = await chain.db.query<{ owner_address: string; owner_token: string }>(
    'select owner_address, owner_token from embedded_chain',
  );
  const ask = (token: string) =>
    fetch(rows[0]!.owner_address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
    });
  expect((await ask('guess')).status).toBe(401);
  expect(await (await ask(rows[0]!.owner_token)).json()).toMatchObject({ result: 'ok' });
});
