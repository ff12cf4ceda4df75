import { EVERYTHING } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import {
  balanceOf,
  chainOf,
  fund,
  giveTokens,
  giveTokensApart,
  newAccount,
  sol,
  withdraw,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { movedAmounts } from './record-moved.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

/** Waits until the newest operation is finalized, then runs the job that records its amount. */
async function finalize(owner: WalletOwner): Promise<void> {
  service.clock.advanceSeconds(30);
  await expect
    .poll(async () => (await owner.client.get('/v1/account/operations')).body.items[0].state, {
      timeout: 60_000,
      interval: 100,
    })
    .toBe('finalized');
  await movedAmounts({ db: service.db, clock: service.clock, chain: { client: chain } }).run();
}

test('a signed withdrawal of everything sends the balance after fees, and the finalized operation shows the amount', async () => {
  const owner = await newAccount(service);
  const to = newSigner().address;
  const body = await withdrawalBody(owner, { to, amount: EVERYTHING });
  await fund(owner, 1n);
  const held = await balanceOf(chain, owner.vault);
  const sent = await owner.client.post('/v1/account/withdraw', body);
  expect(sent).toMatchObject({
    status: 200,
    body: { networkFeeLamports: '10000', protocolFeeLamports: '1000' },
  });
  expect(await balanceOf(chain, owner.vault)).toBe(0n);
  expect(await balanceOf(chain, to)).toBe(held - 11_000n);
  const newest = async () => (await owner.client.get('/v1/account/operations')).body.items[0];
  expect((await newest()).amount).toBeUndefined();
  await finalize(owner);
  const { id } = await newest();
  expect((await owner.client.get(`/v1/account/operations/${id}`)).body.amount).toBe(
    (held - 11_000n).toString(),
  );
  const { body: exported } = await owner.client.get('/v1/identity/export');
  expect(exported.walletOperations[0].amount).toBe((held - 11_000n).toString());
  const again = await withdraw(owner, { to, amount: EVERYTHING });
  expect(again).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^The vault holds 0 lamports/) },
  });
});

test('a withdrawal of everything of a token empties the token account', async () => {
  const owner = await newAccount(service, sol);
  const mint = await giveTokens(service, chain, owner.vault, 777n);
  const to = newSigner().address;
  expect((await withdraw(owner, { asset: mint, to, amount: EVERYTHING })).status).toBe(200);
  await finalize(owner);
  expect((await owner.client.get('/v1/account/operations')).body.items[0].amount).toBe('777');
  const again = await withdraw(owner, { asset: mint, to, amount: EVERYTHING });
  expect(again.body).toEqual({ statusCode: 400, message: `The vault holds no ${mint}` });
});

test('a withdrawal of everything of a token uses only the associated token account', async () => {
  const owner = await newAccount(service, sol);
  const mint = await giveTokensApart(service, chain, owner.vault, 900n);
  const to = newSigner().address;
  const apart = await withdraw(owner, { asset: mint, to, amount: EVERYTHING });
  expect(apart.headers.get('pid-error')).toContain('reason=token_apart');
  expect(apart.body.message).toMatch(
    /give the amount to withdraw from the account that holds 900 base units$/,
  );
  expect((await withdraw(owner, { asset: mint, to, amount: 400n })).status).toBe(200);
  // The other account holds more, but only the associated one is emptied.
  await giveTokens(service, chain, owner.vault, 5n);
  expect((await withdraw(owner, { asset: mint, to, amount: EVERYTHING })).status).toBe(200);
  await finalize(owner);
  expect((await owner.client.get('/v1/account/operations')).body.items[0].amount).toBe('5');
});

test('the refusal lists token account rent that the vault cannot pay', async () => {
  const owner = await newAccount(service, 2_500_000n);
  const mint = await giveTokens(service, chain, owner.vault, 5n);
  const { body } = await withdraw(owner, { asset: mint, to: newSigner().address, amount: 5n });
  expect(body.message).toMatch(/network fee 10,000, protocol fee 1,000, rent of a token account 2,039,280$/);
});
