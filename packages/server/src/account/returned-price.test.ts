import { accountIdFromPid, deriveWallet, toAddress } from '@pid/protocol';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { activationBody, newOwner, type WalletOwner } from '../../test/account-helper.ts';
import { startSolPrice } from '../../test/fake-sol-price.ts';
import { startFaultyChain, type Fault, type FaultyChain } from '../../test/faulty-chain.ts';
import { noSends, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { untilExpiredSeconds } from '../../test/pace.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { topUpRecords } from '../checkout/index.ts';
import { auditLedger } from '../ledger/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';

const price = 4100;
let world: FaultyChain;

beforeAll(async () => {
  const { url } = await startSolPrice(2_500_000);
  world = await startFaultyChain({ PID_SOL_PRICE_URL: url, PID_ADMINS: 'root@pid' });
});

afterEach(async () => {
  world.setFault(null);
  const { findings } = await auditLedger({ ...world.service, topUps: topUpRecords });
  expect(findings).toEqual([]);
});

async function payer() {
  const owner = await newOwner(world.service);
  const { rows } = await world.service.db.query<{ id: string }>(
    `select id from identities where handle || '@pid' = $1`,
    [owner.pid],
  );
  const identityId = rows[0]!.id;
  await fund(world.service.db, identityId, 10_000n);
  await expect
    .poll(async () => (await owner.client.get('/v1/account/activation-price')).body.price)
    .toBe(price);
  return { ...owner, identityId };
}

const paidBody = async (owner: WalletOwner) => ({
  ...(await activationBody(owner)),
  payWith: 'rupiah',
  expectedPrice: price,
});
const balance = async ({ client }: WalletOwner) => (await client.get('/v1/fiat/balance')).body.balance;
const moves = async ({ client }: WalletOwner) =>
  (await client.get('/v1/fiat/statement')).body.items
    .map(({ type, amount }: { type: string; amount: number }) => [type, amount])
    .filter(([type]: [string]) => type.startsWith('activation'));
const states = async ({ client }: WalletOwner) =>
  (await client.get('/v1/account/operations')).body.items.map(({ state }: { state: string }) => state);
async function becomes(owner: WalletOwner, ...wanted: string[]): Promise<void> {
  await expect.poll(() => states(owner), { interval: 100 }).toEqual(wanted);
}

const swallowed = { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) };

/** Seems activated at `confirmed`, with the account of another player, on a fork that the honest chain never sees. */
const forkWith =
  (donor: unknown): Fault =>
  async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return swallowed;
    const reply = await forward();
    if (method === 'getSignatureStatuses')
      reply.result.value = params[0].map(() => ({
        slot: reply.result.context.slot,
        confirmations: 1n,
        err: null,
        status: { Ok: null },
        confirmationStatus: 'confirmed',
      }));
    if (method === 'getTransaction') reply.result ??= { slot: 1n, meta: { err: null } };
    if (method === 'getMultipleAccounts' && params[1]?.commitment === 'confirmed' && params[0].length === 1)
      reply.result.value = [donor];
    return reply;
  };

test('returns the price when the activation expires, once, and a new attempt pays again', async () => {
  const owner = await payer();
  const body = await paidBody(owner);
  world.setFault(noSends);
  expect((await owner.client.post('/v1/account/activate', body)).status).toBe(504);
  expect(await balance(owner)).toBe(10_000 - price);
  // The same request joins the operation that is still open.
  expect((await owner.client.post('/v1/account/activate', body)).status).toBe(504);
  expect(await balance(owner)).toBe(10_000 - price);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'expired');
  expect(await balance(owner)).toBe(10_000);
  expect(await moves(owner)).toEqual([
    ['activation_return', price],
    ['activation', -price],
  ]);
  const notices = (await owner.client.get('/v1/notices')).body.items;
  expect(notices).toContainEqual(
    expect.objectContaining({
      type: 'activation.returned',
      data: expect.objectContaining({ amount: price }),
    }),
  );
  world.setFault(null);
  const again = await paidBody(owner);
  expect((await postUntilConfirmed(owner.client, '/v1/account/activate', again)).status).toBe(200);
  expect(await balance(owner)).toBe(10_000 - price);
  expect(await moves(owner)).toHaveLength(3);
});

test('returns the price when the chain refuses the activation', async () => {
  const owner = await payer();
  const body = await paidBody(owner);
  world.setFault(async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return swallowed;
    const reply = await forward();
    const err = { InstructionError: [3n, 'InvalidArgument'] };
    if (method === 'getSignatureStatuses')
      reply.result.value = params[0].map(() => ({
        slot: reply.result.context.slot,
        confirmations: null,
        err,
        status: { Err: err },
        confirmationStatus: 'finalized',
      }));
    return reply;
  });
  expect((await owner.client.post('/v1/account/activate', body)).status).not.toBe(200);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'failed');
  expect(await balance(owner)).toBe(10_000);
  // The fee of the failed transaction counts for the day, the rent does not.
  const { rows } = await world.service.db.query(
    `select lamports from relay_spending where pool = 'paid' and holder = $1`,
    [owner.identityId],
  );
  expect(rows).toEqual([{ lamports: 15_000n }]);
});

test('keeps the price of a confirmed activation that a fork drops until its end is final, then returns it', async () => {
  const donor = await payer();
  expect((await postUntilConfirmed(donor.client, '/v1/account/activate', await paidBody(donor))).status).toBe(
    200,
  );
  const chain = await donor.client.call('getChain');
  const { account } = deriveWallet(toAddress(chain.programId), accountIdFromPid(donor.pid));
  const asked = { encoding: 'base64', commitment: 'confirmed' };
  const shown = await world.answer({
    jsonrpc: '2.0',
    id: 1,
    method: 'getMultipleAccounts',
    params: [[account], asked],
  });
  const owner = await payer();
  const body = await paidBody(owner);
  world.setFault(forkWith(shown.result.value[0]));
  expect((await postUntilConfirmed(owner.client, '/v1/account/activate', body)).status).toBe(200);
  await becomes(owner, 'confirmed');
  world.setFault(noSends);
  world.service.clock.advanceSeconds(5);
  await world.service.service.runJob('relay');
  expect(await states(owner)).toEqual(['confirmed']);
  expect(await balance(owner)).toBe(10_000 - price);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'expired');
  expect(await balance(owner)).toBe(10_000);
  expect(await balance(donor)).toBe(10_000 - price);
});

test('returns the price when another transaction has activated the account', async () => {
  const owner = await payer();
  await world.airdrop(owner.vault, 1_000_000_000n);
  world.setFault(noSends);
  expect((await owner.client.post('/v1/account/activate', await activationBody(owner))).status).toBe(504);
  // The relay has given up an activation that can still land, because a node reported a wrong block height.
  const { rows } = await world.service.db.query<{ wire: Buffer }>(
    `update relay_operations set state = 'expired', settled_at = now() where identity_id = $1 returning wire`,
    [owner.identityId],
  );
  expect((await owner.client.post('/v1/account/activate', await paidBody(owner))).status).toBe(504);
  expect(await balance(owner)).toBe(10_000 - price);
  await world.chain.send(rows[0]!.wire);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'superseded', 'expired');
  expect(await balance(owner)).toBe(10_000);
  expect(await moves(owner)).toEqual([
    ['activation_return', price],
    ['activation', -price],
  ]);
  expect((await owner.client.get('/v1/account')).body.status).toBe('activated');
  expect((await owner.client.get('/v1/account/operations')).body.items[0]).toMatchObject({ price });
});

test('puts the price into suspense when the player was deleted meanwhile', async () => {
  const owner = await payer();
  world.setFault(noSends);
  expect((await owner.client.post('/v1/account/activate', await paidBody(owner))).status).toBe(504);
  const { admin } = await signInAdministrator(world.service, 'root');
  expect((await admin.post(`/v1/admin/identities/${owner.pid}/delete`, {})).status).toBe(200);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  const openItems = async () => (await admin.call('listSuspense', { state: 'open' })).items;
  await expect
    .poll(openItems, { interval: 100 })
    .toContainEqual(
      expect.objectContaining({ source: 'activation', amount: price, reason: 'account_closed' }),
    );
});
