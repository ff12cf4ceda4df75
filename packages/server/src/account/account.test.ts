import { findAccountAddress, accountIdFromPid, type Address } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  activationBody,
  balanceOf,
  chainOf,
  fund,
  giveTokens,
  landedAt,
  newAccount,
  newOwner,
  rotationBody,
  sol,
  withdraw,
  withdrawalBody,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

async function accountOf(pid: string): Promise<Address> {
  const { body } = await service.client().get('/v1/chain');
  return findAccountAddress(body.programId, accountIdFromPid(pid)).address;
}

test('a funded vault is activated by a passkey and sends the exact amount of SOL', async () => {
  const owner = await newOwner(service);
  const empty = await owner.client.get('/v1/account');
  expect(empty.body).toEqual({
    pid: owner.pid,
    status: 'funding_required',
    smartAccountAddress: owner.vault,
    balanceLamports: 0,
    requiredLamports: 1_454_640 + 890_880 + 15_000 + 1500,
    networkFeeLamports: 15_000,
    protocolFeeBps: 1000,
    chainTime: expect.any(Number),
    treasury: expect.any(String),
    feePolicyVersion: 1,
    rpIdHash: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
    nonce: '0',
    authorityCredentialId: null,
  });
  const early = await activate(owner);
  expect(early).toMatchObject({ status: 200, body: { status: 'funding_required', balanceLamports: 0 } });
  await fund(owner, sol);
  expect((await owner.client.get('/v1/account')).body).toMatchObject({
    status: 'ready',
    balanceLamports: 1_000_000_000,
  });

  const body = await activationBody(owner);
  const activated = await owner.client.post('/v1/account/activate', body);
  expect(activated).toMatchObject({
    status: 200,
    body: { status: 'activated', balanceLamports: 1_000_000_000 - 1_454_640 - 16_500 },
  });
  expect(Object.keys(activated.body).toSorted()).toEqual(
    Object.keys(empty.body)
      .filter((name) => name !== 'nonce' && name !== 'authorityCredentialId')
      .toSorted(),
  );
  expect((await owner.client.get('/v1/account')).body).toMatchObject({
    status: 'activated',
    nonce: '1',
    authorityCredentialId: owner.passkey.credentialId,
  });
  // Neither a replay nor a second activation request sends another transaction.
  expect(await owner.client.post('/v1/account/activate', body)).toMatchObject({
    status: 200,
    body: { status: 'activated' },
  });
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await landedAt(chain, await accountOf(owner.pid))).toHaveLength(1);

  const to = newSigner().address;
  const before = await balanceOf(chain, owner.vault);
  const paid = await withdraw(owner, { to, amount: 50_000_000n });
  expect(paid).toMatchObject({
    status: 200,
    body: { status: 'confirmed', networkFeeLamports: '10000', protocolFeeLamports: '1000' },
  });
  expect(Object.keys(paid.body).toSorted()).toEqual([
    'networkFeeLamports',
    'protocolFeeLamports',
    'rentLamports',
    'signature',
    'status',
  ]);
  expect(await balanceOf(chain, to)).toBe(50_000_000n);
  expect(await balanceOf(chain, owner.vault)).toBe(before - 50_000_000n - 11_000n);
  const { items } = (await owner.client.get('/v1/account/operations')).body;
  expect(items).toMatchObject([
    {
      kind: 'withdraw',
      state: 'confirmed',
      signature: paid.body.signature,
      networkFeeLamports: '10000',
      protocolFeeLamports: '1000',
      confirmedAt: expect.any(String),
    },
    { kind: 'activate', networkFeeLamports: '15000' },
  ]);
  expect((await owner.client.get(`/v1/account/operations/${items[0].id}`)).body).toEqual(items[0]);
  const stranger = await newOwner(service);
  expect((await stranger.client.get(`/v1/account/operations/${items[0].id}`)).body).toEqual({
    statusCode: 404,
    message: 'No such operation',
  });
  service.clock.advanceSeconds(30);
  await expect
    .poll(
      async () =>
        (await owner.client.get('/v1/account/operations')).body.items.map(
          ({ state }: { state: string }) => state,
        ),
      { interval: 100 },
    )
    .toEqual(['finalized', 'finalized']);
});

test('a withdrawal of SPL tokens creates the receiver’s token account once, paid by the vault', async () => {
  const owner = await newAccount(service);
  const mint = await giveTokens(service, chain, owner.vault, 1_000_000n);
  const to = newSigner().address;
  expect((await owner.client.get('/v1/account/assets')).body).toMatchObject({
    items: [
      { asset: 'SOL', decimals: 9, movable: true },
      { asset: mint, amount: '1000000', decimals: 6, movable: true },
    ],
    nextCursor: null,
  });
  const rent = 2_039_280n;
  const quote = await owner.client.post('/v1/account/withdraw/quote', { asset: mint, to });
  expect(quote.body).toMatchObject({
    networkFeeLamports: '10000',
    totalFeeLamports: '11000',
    rentLamports: rent.toString(),
  });
  const open = await owner.client.post('/v1/account/withdraw/quote', { asset: mint });
  expect(open.body).toMatchObject({ networkFeeLamports: '10000', rentLamports: rent.toString() });
  const before = await balanceOf(chain, owner.vault);
  const sent = await withdraw(owner, { asset: mint, to, amount: 400_000n });
  expect(sent).toMatchObject({
    status: 200,
    body: { networkFeeLamports: '10000', protocolFeeLamports: '1000', rentLamports: rent.toString() },
  });
  expect(await balanceOf(chain, owner.vault)).toBe(before - 11_000n - rent);
  // The receiver's token account exists by now.
  const exact = await owner.client.post('/v1/account/withdraw/quote', { asset: mint, to });
  expect(exact.body).toMatchObject({ networkFeeLamports: '10000', rentLamports: '0' });
  const again = await withdraw(owner, { asset: mint, to, amount: 600_000n });
  expect(again).toMatchObject({
    status: 200,
    body: { networkFeeLamports: '10000', protocolFeeLamports: '1000', rentLamports: '0' },
  });
  const rents = (await owner.client.call('listOperations')).items.map(({ kind, rentLamports }) => [
    kind,
    rentLamports,
  ]);
  expect(rents).toEqual([
    ['withdraw', '0'],
    ['withdraw', rent.toString()],
    ['activate', undefined],
  ]);
  expect(
    (
      await chain.rpc
        .getTokenAccountsByOwner(to, { mint }, { commitment: 'confirmed', encoding: 'base64' })
        .send()
    ).value,
  ).toHaveLength(1);
  const short = await withdraw(owner, { asset: mint, to, amount: 1n });
  expect(short.body).toEqual({
    statusCode: 400,
    message: `The vault holds 0 base units of ${mint}, but 1 were requested`,
  });
});

test('a rotation hands the account to the new passkey and revokes the old one', async () => {
  const owner = await newAccount(service);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  const unproven = await owner.client.post('/v1/account/rotate', await rotationBody(owner, next));
  expect(unproven.body).toEqual({
    statusCode: 400,
    message: 'newCredentialId has not signed anything yet: sign in with it once, then rotate',
  });
  await signInWithSoftPasskey(service, next);
  // Signed in elsewhere, perhaps by a thief.
  const other = await signInWithSoftPasskey(service, owner.passkey);
  expect((await other.client.get('/v1/identity/me')).status).toBe(200);
  const rotated = await owner.client.post('/v1/wallet/rotate', await rotationBody(owner, next));
  expect(rotated).toMatchObject({
    status: 200,
    body: { status: 'confirmed', signature: expect.any(String) },
  });
  expect((await other.client.get('/v1/identity/me')).status).toBe(401);
  expect(rotated.headers.get('deprecation')).toBe('@1794700800');
  expect(rotated.headers.get('link')).toBe('</v1/account/rotate>; rel="successor-version"');
  expect((await owner.client.get('/v1/account')).body).toMatchObject({
    nonce: '2',
    authorityCredentialId: next.credentialId,
  });
  expect((await owner.client.get('/v1/passkeys')).body).toMatchObject([
    { credentialId: next.credentialId, authority: true },
  ]);
  const to = newSigner().address;
  expect((await withdraw(owner, { to, amount: 10_000_000n })).body).toEqual({
    statusCode: 400,
    message: 'Passkey refused: this service does not know it',
  });
  expect(await withdraw({ ...owner, passkey: next }, { to, amount: 10_000_000n })).toMatchObject({
    status: 200,
  });
  const removal = await owner.client.post(`/v1/passkeys/${next.id}/revocation`);
  expect(removal.body.message).toMatch(/rotate the authority/);
});

test('deprecated paths return the same responses with deprecation headers', async () => {
  const owner = await newAccount(service);
  const quote = await owner.client.post('/v1/wallet/withdraw/quote', { asset: 'SOL' });
  expect(quote.body).toEqual({
    networkFeeLamports: '10000',
    rentLamports: '0',
    protocolFeeBps: 1000,
    feePolicyVersion: 1,
    totalFeeLamports: '11000',
    chainTime: expect.any(Number),
    treasury: expect.any(String),
  });
  expect(quote.headers.get('link')).toBe('</v1/account/withdraw/quote>; rel="successor-version"');
  const answer = await owner.client.post(
    '/v1/wallet/withdraw',
    await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n }),
  );
  expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed', rentLamports: '0' } });
  expect(answer.headers.get('deprecation')).toBe('@1794700800');
  const stranger = await service.client().post('/v1/wallet/withdraw', {});
  expect([stranger.status, stranger.headers.get('deprecation')]).toEqual([401, '@1794700800']);
});

test('refuses to delete an identity with money in its vault or a pending operation', async () => {
  const owner = await newAccount(service);
  const underWay = await owner.client.post('/v1/identity/me/deletion');
  expect(underWay.body).toEqual({
    statusCode: 400,
    message: 'A wallet operation is in progress: wait until it is final',
  });
  service.clock.advanceSeconds(30);
  await expect
    .poll(async () => (await owner.client.get('/v1/account/operations')).body.items[0].state, {
      timeout: 60_000,
      interval: 100,
    })
    .toBe('finalized');
  const funded = await owner.client.post('/v1/identity/me/deletion');
  expect(funded.body).toEqual({
    statusCode: 400,
    message: 'The smart account still holds 1998528860 base units of SOL: withdraw it first',
  });
});
