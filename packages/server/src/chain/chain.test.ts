import { readManifest } from '@pid/program';
import { rpIdHashFromRpId, toBase64Url } from '@pid/protocol';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { testDatabase } from '../../test/test-database.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

test('GET /v1/chain returns the chain, the built program and the fee policy', async () => {
  const { status, body } = await service.client().get('/v1/chain');
  expect(status).toBe(200);
  expect(body).toEqual({
    cluster: 'embedded',
    genesisHash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/),
    programId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    programHash: readManifest().programs.wallet.v3.sha256,
    upgradeAuthority: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    chainTime: expect.closeTo(service.clock.nowSeconds(), -1),
    feePolicyVersion: 1,
    protocolFeeBps: 1000,
    treasury: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    rpId: 'localhost',
    rpIdHash: toBase64Url(rpIdHashFromRpId('localhost')),
    origin: service.baseUrl,
    testToken: { mint: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/), decimals: 6 },
    exitPageSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    explorerUrl: null,
    solPrice: null,
    rpcUrl: `${service.baseUrl}/development-chain`,
  });
});

test('the service is ready when the program is deployed and configured for it', async () => {
  expect((await service.client().get('/readyz')).body).toEqual({ status: 'ready' });
});

test('POST /v1/dev/airdrop sends play money', async () => {
  const { address } = newSigner();
  const asked = await service.client().post('/v1/dev/airdrop', { address, lamports: '2000000000' });
  expect(asked).toMatchObject({ status: 200, body: { signature: expect.any(String) } });
});

test('POST /v1/dev/airdrop with the test token’s mint sends the exact number of tokens on every call', async () => {
  const { client, vault } = await newOwner(service);
  const { mint } = (await client.get('/v1/chain')).body.testToken;
  for (const amount of ['2500000', 1]) {
    const given = await client.post('/v1/dev/airdrop', { address: vault, mint, amount });
    expect(given).toMatchObject({ status: 200, body: { signature: expect.any(String) } });
  }
  expect((await client.get('/v1/account/assets')).body.items[1]).toMatchObject({
    asset: mint,
    amount: '2500001',
    decimals: 6,
    movable: true,
  });
  const refusals = [
    [{ mint }, 'amount is required'],
    [{ mint: vault, amount: 1 }, `mint must be the test token ${mint}`],
    [{ mint, amount: 1, lamports: 1 }, 'lamports must be left out with a mint'],
    [{ lamports: 1, amount: 1 }, 'amount goes with a mint'],
    [
      { mint, amount: '1000000000001' },
      'amount must be a decimal string (or integer) from 1 to 1000000000000',
    ],
  ] as const;
  for (const [body, message] of refusals)
    expect((await client.post('/v1/dev/airdrop', { address: vault, ...body })).body.message).toEqual([
      message,
    ]);
});

test.each([
  [{ address: 'x', lamports: '1' }, ['address must be a Solana address']],
  [{ address: '1'.repeat(40), lamports: '1' }, ['address must be a Solana address']],
  [
    { address: newSigner().address, lamports: '0' },
    ['lamports must be a decimal string (or integer) from 1 to 1000000000000'],
  ],
  [
    { address: newSigner().address, lamports: '1000000000001' },
    ['lamports must be a decimal string (or integer) from 1 to 1000000000000'],
  ],
  [
    { address: newSigner().address, lamports: -1 },
    ['lamports must be a decimal string (or integer) from 1 to 1000000000000'],
  ],
  [{ address: newSigner().address }, ['lamports is required']],
])('an airdrop of %j is refused', async (body, message) => {
  expect((await service.client().post('/v1/dev/airdrop', body)).body).toEqual({ statusCode: 400, message });
});

test('an airdrop too small for a new account is refused with a message', async () => {
  const answer = await service
    .client()
    .post('/v1/dev/airdrop', { address: newSigner().address, lamports: 5 });
  expect(answer.body).toEqual({
    statusCode: 400,
    message: 'the faucet refused: Transaction results in an account (1) with insufficient funds for rent',
  });
});

test('a second node on the same database uses the same chain and takes it over when the first node stops', async () => {
  const first = await startTestService();
  const second = await startTestService({ PID_BASE_URL: first.baseUrl }, first);
  const before = (await first.client().get('/v1/chain')).body as { genesisHash: string; programId: string };
  const seen = (await second.client().get('/v1/chain')).body;
  expect(seen).toMatchObject({ genesisHash: before.genesisHash, programId: before.programId });
  await first.service.close();
  const { address } = newSigner();
  expect((await second.client().post('/v1/dev/airdrop', { address, lamports: '5000000' })).status).toBe(200);
  await expect.poll(async () => (await second.client().get('/readyz')).body).toEqual({ status: 'ready' });
});

/** A separate chain without our program, served over HTTP. */
async function foreignChain(): Promise<string> {
  const db = await testDatabase();
  const log = createLogger('silent');
  const access = await openEmbeddedChain({
    db,
    connectionString: db.connectionString,
    clock: systemClock,
    ids: randomIds,
    log,
  });
  onTestFinished(() => access.close());
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  onTestFinished(() => server.close());
  return server.url;
}

test('a node refuses another chain than the first one that its database saw', async () => {
  const node = await startTestService({ PID_SOLANA_RPC_URL: await foreignChain() });
  expect((await node.client().get('/v1/chain')).body).toEqual({
    statusCode: 503,
    message: 'The wallet program is not set up on this chain',
  });
  const moved = await startTestService({ PID_SOLANA_RPC_URL: await foreignChain() }, node);
  expect((await moved.client().get('/v1/chain')).body).toEqual({
    statusCode: 503,
    message: 'Chain unavailable, try again',
  });
  // Without a chain, the node still signs players in and moves rupiah.
  await expect
    .poll(async () => moved.client().get('/readyz'))
    .toMatchObject({ status: 200, body: { status: 'ready', degraded: ['chain'] } });
  expect((await moved.client().get('/metrics')).text).toContain('\npid_degraded_parts 1\n');
});
