// The behaviour of a node and of the service that uses it: fees, refusals, blockhashes, notifications,
// restarts.
import { beforeAll, expect, test, vi } from 'vitest';
import { signInstructions } from '../../packages/server/src/platform/chain/index.ts';
import { landTransaction } from '../../packages/server/src/chain/index.ts';
import { withdraw, withdrawalBody, type WalletOwner } from '../../packages/server/test/account-helper.ts';
import { newSigner } from '../../packages/server/test/chain-helper.ts';
import { rpcRefusals } from '../../packages/server/test/rpc-refusals.ts';
import {
  createNoopSigner,
  createSolanaRpcSubscriptions,
  getTransferSolInstruction,
  type Blockhash,
  type Signature,
} from '../../packages/server/test/solana-kit.ts';
import { openClusterWorld, patience, sleep, type ClusterWorld } from './support/cluster-world.ts';
import { canRestart, hasSocket } from './support/served-chain.ts';

let world: ClusterWorld;

beforeAll(async () => {
  world = await openClusterWorld();
  await world.deploy();
  const ready = async () => (await world.service.client().get('/readyz')).status;
  await vi.waitFor(async () => expect(await ready()).toBe(200), patience);
});

/** Covers 150 blocks and finality after them. */
const untilExpired = { timeout: 240_000, interval: 1000 };
const stateOf = async (owner: WalletOwner) =>
  (await owner.client.get('/v1/account/operations')).body.items[0]?.state;

test('refuses the same requests as the embedded chain, with the same codes', async () => {
  for (const [title, code, method, ...params] of rpcRefusals) {
    const answer = await fetch(world.cluster.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { error } = (await answer.json()) as { error?: { code: number } };
    expect([title, error?.code]).toEqual([title, code]);
  }
});

test('charges a priority fee only for the requested units', async () => {
  const payer = await world.fundedSigner();
  const to = newSigner().address;
  const before = await world.balanceOf(payer.address);
  const units = 200_000n;
  await landTransaction({ client: world.client, sleep, unitPriceMicroLamports: 10_000n }, payer, [
    getTransferSolInstruction({
      source: createNoopSigner(payer.address),
      destination: to,
      amount: 10_000_000n,
    }),
  ]);
  const paid = before - (await world.balanceOf(payer.address)) - 10_000_000n;
  expect(paid).toBeGreaterThan(5000n);
  // At most the default units of one instruction and of the compute budget instruction.
  expect(paid).toBeLessThanOrEqual(5000n + (2n * units * 10_000n) / 1_000_000n);
});

test('expires a blockhash, and a transaction signed with it never lands', async () => {
  const payer = await world.fundedSigner();
  const { blockhash } = await world.client.latestBlockhash();
  const destination = newSigner().address;
  const wire = await signInstructions({
    feePayer: payer,
    blockhash,
    instructions: [
      getTransferSolInstruction({
        source: createNoopSigner(payer.address),
        destination,
        amount: 10_000_000n,
      }),
    ],
  });
  const isValid = async () =>
    (await world.client.rpc.isBlockhashValid(blockhash as Blockhash, { commitment: 'processed' }).send())
      .value;
  expect(await isValid()).toBe(true);
  await expect.poll(isValid, { timeout: 180_000, interval: 1000 }).toBe(false);
  expect((await world.client.simulate(wire)).error).toBe('BlockhashNotFound');
  await world.client.send(wire).catch(() => {});
  const height = await world.client.blockHeight();
  await expect.poll(() => world.client.blockHeight(), patience).toBeGreaterThan(height + 2n);
  expect(await world.balanceOf(destination)).toBe(0n);
});

const noSocket = hasSocket ? '' : ' (skipped: the embedded chain has no subscriptions)';

test.skipIf(!hasSocket)(`reports a confirmed withdrawal over WebSocket${noSocket}`, async () => {
  const { socketUrl } = world.cluster;
  const owner = await world.newAccount();
  const ending = new AbortController();
  const notices = await createSolanaRpcSubscriptions(socketUrl)
    .accountNotifications(owner.vault, { commitment: 'confirmed' })
    .subscribe({ abortSignal: ending.signal });
  const heard = (async () => {
    for await (const { value } of notices) return value.lamports;
    throw new Error('the subscription ended');
  })();
  const before = await world.balanceOf(owner.vault);
  const answer = await withdraw(owner, { to: newSigner().address, amount: 10_000_000n });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await heard).toBeLessThan(before);
  const [status] = await world.client.statuses([answer.body.signature as Signature]);
  expect(status?.error ?? null).toBeNull();
  ending.abort();
});

test('loses a withdrawal before it lands: it expires, and the same signature then pays once', async () => {
  const owner = await world.newAccount();
  const to = newSigner().address;
  const body = await withdrawalBody(owner, { to, amount: 20_000_000n });
  world.setFault(async ({ method }, forward) =>
    method === 'sendTransaction' ? { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) } : forward(),
  );
  expect((await owner.client.post('/v1/account/withdraw', body)).status).toBe(504);
  await expect.poll(() => stateOf(owner), untilExpired).toBe('expired');
  expect(await world.balanceOf(to)).toBe(0n);
  world.setFault(null);
  const again = await owner.client.post('/v1/account/withdraw', body);
  expect(again, again.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  expect(await world.balanceOf(to)).toBe(20_000_000n);
});

test.skipIf(!canRestart)(
  `restarts right after it received a withdrawal: the signed withdrawal pays once, and the service knows it${canRestart ? '' : ' (skipped: PID_TEST_SOLANA_RESTART is not set)'}`,
  async () => {
    const owner = await world.newAccount();
    const to = newSigner().address;
    const body = await withdrawalBody(owner, { to, amount: 20_000_000n });
    const restarts: Promise<void>[] = [];
    world.setFault(async ({ method }, forward) => {
      const reply = await forward();
      if (method === 'sendTransaction' && restarts.length === 0) restarts.push(world.cluster.restart());
      return reply;
    });
    await owner.client.post('/v1/account/withdraw', body);
    expect(restarts).toHaveLength(1);
    await restarts[0];
    world.setFault(null);
    await expect
      .poll(async () => (await owner.client.post('/v1/account/withdraw', body)).status, untilExpired)
      .toBe(200);
    expect(await world.balanceOf(to)).toBe(20_000_000n);
    await expect.poll(() => stateOf(owner), patience).toBe('finalized');
  },
);
