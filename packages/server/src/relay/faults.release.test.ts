import { toAddress, type Address } from '@pid/protocol';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  balanceOf,
  landedAt,
  rotationBody,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { exitSol, newFaultyAccount, noSends, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { untilExpiredSeconds, untilFinalSeconds } from '../../test/pace.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestService } from '../../test/test-service.ts';

let world: FaultyChain;

beforeAll(async () => {
  world = await startFaultyChain();
});

afterEach(() => world.setFault(null));

const newAccount = () => newFaultyAccount(world);

const latestState = async ({ client }: WalletOwner) =>
  (await client.get('/v1/account/operations')).body.items[0].state;
async function becomes(owner: WalletOwner, state: string): Promise<void> {
  await expect.poll(() => latestState(owner), { interval: 100 }).toBe(state);
}
const notConfirmed = {
  status: 504,
  body: { statusCode: 504, message: 'Not confirmed yet, send the same request again' },
};

/** Expects that it landed once and that a repeated request gets the same response. */
async function expectLandedOnce(
  owner: WalletOwner & { account: Address },
  body: { to: string; amount: string },
): Promise<void> {
  const answer = await postUntilConfirmed(owner.client, '/v1/account/withdraw', body);
  expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  expect(await balanceOf(world.chain, toAddress(body.to))).toBe(BigInt(body.amount));
  expect(await landedAt(world.chain, owner.account)).toHaveLength(2);
  expect((await owner.client.post('/v1/account/withdraw', body)).body).toEqual(answer.body);
}

test('when every send is cut off, returns 504, then the same bytes land once when sends work again', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(noSends);
  expect(await owner.client.post('/v1/account/withdraw', body)).toMatchObject(notConfirmed);
  expect(await latestState(owner)).toBe('prepared');
  world.setFault(null);
  world.service.clock.advanceSeconds(5);
  await expectLandedOnce(owner, body);
});

test('lands once when the response to a send is lost and every send is doubled', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(async ({ method }, forward) => {
    if (method !== 'sendTransaction') return forward();
    await Promise.all([forward(), forward()]);
    return null;
  });
  const first = await owner.client.post('/v1/account/withdraw', body);
  expect([200, 504]).toContain(first.status);
  world.setFault(null);
  await expectLandedOnce(owner, body);
});

test('finds a landed transaction by its nonce and never calls it expired while a lagging node reports no status', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(async ({ method }, forward) => {
    const reply = await forward();
    if (method === 'getSignatureStatuses') reply.result.value = reply.result.value.map(() => null);
    return reply;
  });
  expect(await owner.client.post('/v1/account/withdraw', body)).toMatchObject(notConfirmed);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'finalized');
  await expectLandedOnce(owner, body);
});

test('when a node reports an unsent transaction as confirmed, the nonce decides: it expires, and a new attempt lands once', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) };
    const reply = await forward();
    if (method === 'getSignatureStatuses')
      reply.result.value = params[0].map(() => ({
        slot: 1n,
        confirmations: null,
        err: null,
        status: { Ok: null },
        confirmationStatus: 'finalized',
      }));
    return reply;
  });
  expect(await owner.client.post('/v1/account/withdraw', body)).toMatchObject(notConfirmed);
  expect(await latestState(owner)).toBe('prepared');
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'expired');
  expect(await balanceOf(world.chain, toAddress(body.to))).toBe(0n);
  world.setFault(null);
  await expectLandedOnce(owner, body);
});

const confirmedAt = (slot: unknown) => ({
  slot,
  confirmations: 1n,
  err: null,
  status: { Ok: null },
  confirmationStatus: 'confirmed',
});

test('does not report success when a node confirms a transaction that it never saw and an exit has used the nonce', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) };
    const reply = await forward();
    if (method === 'getSignatureStatuses')
      reply.result.value = params[0].map(() => confirmedAt(reply.result.context.slot));
    return reply;
  });
  const asking = owner.client.post('/v1/account/withdraw', body);
  await expect.poll(() => latestState(owner)).toBe('prepared');
  await exitSol(world, owner, { to: newSigner().address, amount: 3_000_000n, nonce: 1n });
  expect(await asking).toMatchObject(notConfirmed);
  expect(await latestState(owner)).toBe('prepared');
  world.setFault(null);
  world.service.clock.advanceSeconds(untilFinalSeconds);
  await becomes(owner, 'superseded');
});

test('restores the revoked passkeys when a fork drops a confirmed rotation', async () => {
  const owner = await newAccount();
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(world.service, next);
  const body = await rotationBody(owner, next);
  // Seems confirmed, on a fork that the honest chain never sees.
  world.setFault(async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) };
    const reply = await forward();
    if (method === 'getSignatureStatuses')
      reply.result.value = params[0].map(() => confirmedAt(reply.result.context.slot));
    if (method === 'getTransaction') reply.result ??= { slot: 1n, meta: { err: null } };
    if (method === 'getMultipleAccounts' && params[1]?.commitment === 'confirmed' && params[0].length === 1) {
      const data = Buffer.from(reply.result.value[0].data[0], 'base64');
      data.writeBigUInt64LE(data.readBigUInt64LE(8) + 1n, 8);
      reply.result.value[0].data[0] = data.toString('base64');
    }
    return reply;
  });
  expect(await postUntilConfirmed(owner.client, '/v1/account/rotate', body)).toMatchObject({
    status: 200,
    body: { status: 'confirmed' },
  });
  expect((await owner.client.get('/v1/passkeys')).body).toMatchObject([
    { credentialId: next.credentialId, authority: true },
  ]);
  world.setFault(noSends);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'expired');
  expect((await owner.client.get('/v1/passkeys')).body).toMatchObject([
    { credentialId: owner.passkey.credentialId, authority: true },
    { credentialId: next.credentialId, authority: false },
  ]);
  world.setFault(null);
  expect((await postUntilConfirmed(owner.client, '/v1/account/rotate', body)).status).toBe(200);
  expect((await owner.client.get('/v1/account')).body.authorityCredentialId).toBe(next.credentialId);
});

test('a passkey cannot be removed while a running operation may leave it in control', async () => {
  const owner = await newAccount();
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(world.service, next);
  world.setFault(noSends);
  expect(await owner.client.post('/v1/account/rotate', await rotationBody(owner, next))).toMatchObject(
    notConfirmed,
  );
  expect(await owner.client.post(`/v1/passkeys/${next.id}/revocation`)).toMatchObject({
    status: 409,
    body: { message: 'A wallet operation with this passkey is in progress: wait until it is final' },
  });
});

test('an exit uses the nonce: the operation is superseded and moves nothing', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(noSends);
  expect(await owner.client.post('/v1/account/withdraw', body)).toMatchObject(notConfirmed);
  const other = await owner.client.post(
    '/v1/account/withdraw',
    await withdrawalBody(owner, { to: newSigner().address, amount: 1_000_000n }),
  );
  expect(other).toMatchObject({
    status: 409,
    body: { message: 'Another operation for nonce 1 is in progress, wait for its result' },
  });
  const to = newSigner().address;
  await exitSol(world, owner, { to, amount: 3_000_000n, nonce: 1n });
  world.setFault(null);
  world.service.clock.advanceSeconds(untilFinalSeconds);
  await becomes(owner, 'superseded');
  expect(await balanceOf(world.chain, to)).toBe(3_000_000n);
  expect(await balanceOf(world.chain, toAddress(body.to))).toBe(0n);
  expect((await owner.client.post('/v1/account/withdraw', body)).body).toEqual({
    statusCode: 400,
    message: "nonce 1 is not the account's current nonce, which is 2",
  });
});

test('a withdrawal lands once while the RPC node returns 429, is behind and restarts', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  let count = 0;
  world.setFault(async (_request, forward) => {
    count += 1;
    if (count % 3 === 0) return 429;
    if (count % 5 === 0)
      return {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32_016, message: 'Minimum context slot has not been reached' },
      };
    if (count % 7 === 0) return null;
    return forward();
  });
  const answer = await owner.client.post('/v1/account/withdraw', body);
  expect([200, 503, 504]).toContain(answer.status);
  world.setFault(null);
  await expectLandedOnce(owner, body);
});

test('a withdrawal lands once through the second RPC address when the first is dead', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  const deadPort = await freePort();
  const node = await startTestService(
    {
      PID_SOLANA_RPC_URL: `http://127.0.0.1:${deadPort},${world.rpcUrl}`,
      PID_BASE_URL: world.service.baseUrl,
    },
    world.service,
  );
  const client = node.client();
  client.setCookie('pid_access', owner.client.cookie('pid_access')!);
  expect((await postUntilConfirmed(client, '/v1/account/withdraw', body)).status).toBe(200);
  await expectLandedOnce(owner, body);
});

test('while the chain is unavailable a request gets 503 and nothing is stored', async () => {
  const owner = await newAccount();
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(async () => null);
  expect(await owner.client.post('/v1/account/withdraw', body)).toMatchObject({
    status: 503,
    body: { message: 'Chain unavailable, try again' },
  });
  world.setFault(null);
  expect((await owner.client.get('/v1/account/operations')).body.items).toHaveLength(1);
});
