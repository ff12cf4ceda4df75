import { afterEach, beforeAll, expect, test } from 'vitest';
import { balanceOf, rotationBody, withdrawalBody, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type Fault, type FaultyChain } from '../../test/faulty-chain.ts';
import { exitSol, newFaultyAccount, noSends, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { untilExpiredSeconds, untilFinalSeconds } from '../../test/pace.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';

let world: FaultyChain;

beforeAll(async () => {
  world = await startFaultyChain();
});

afterEach(() => world.setFault(null));

const latest = async ({ client }: WalletOwner) => (await client.get('/v1/account/operations')).body.items[0];
async function becomes(owner: WalletOwner, state: string): Promise<void> {
  await expect.poll(async () => (await latest(owner)).state, { interval: 100 }).toBe(state);
}

interface Seeking {
  readonly state: string;
  readonly seek_since: Date | null;
  readonly seek_before: string | null;
}
async function rowOf(signature: string): Promise<Seeking> {
  const { rows } = await world.service.db.query<Seeking>(
    'select state, seek_since, seek_before from relay_operations where signature = $1',
    [signature],
  );
  return rows[0]!;
}
/** Waits until a search for the taker was scheduled. */
async function isSought(signature: string): Promise<void> {
  await expect
    .poll(
      async () => {
        world.service.clock.advanceSeconds(5);
        return (await rowOf(signature)).seek_since;
      },
      { interval: 100 },
    )
    .not.toBeNull();
}
async function lookAgain(signature: string): Promise<void> {
  await world.service.db.query(
    `update relay_operations set next_attempt_at = 'epoch', seek_since = null where signature = $1`,
    [signature],
  );
  await isSought(signature);
}

/** Removes the fault and waits until the operation is finalized. */
async function heals(signature: string): Promise<void> {
  world.setFault(null);
  await world.service.db.query(`update relay_operations set next_attempt_at = 'epoch' where signature = $1`, [
    signature,
  ]);
  await expect.poll(async () => (await rowOf(signature)).state).toBe('finalized');
}

/** A restarted node: it knows no status, and its history lacks this transaction. */
function forgetting(signature: string): Fault {
  return async ({ method, params }, forward) => {
    const reply = await forward();
    if (method === 'getSignatureStatuses') reply.result.value = reply.result.value.map(() => null);
    if (method === 'getTransaction' && params[0] === signature) reply.result = null;
    if (method === 'getSignaturesForAddress')
      reply.result = reply.result.filter((entry: { signature: string }) => entry.signature !== signature);
    return reply;
  };
}

test('never calls a landed rotation superseded when a node has lost it, and the old passkey stays revoked', async () => {
  const owner = await newFaultyAccount(world);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(world.service, next);
  expect(
    (await postUntilConfirmed(owner.client, '/v1/account/rotate', await rotationBody(owner, next))).status,
  ).toBe(200);
  const { signature } = await latest(owner);
  world.setFault(forgetting(signature));
  await isSought(signature);
  await lookAgain(signature);
  expect((await rowOf(signature)).state).toBe('confirmed');
  expect((await signInWithSoftPasskey(world.service, owner.passkey)).answer.status).toBe(400);
  // A node with the full history settles it.
  await heals(signature);
});

test('nor a withdrawal, although later ones of its account are in the history', async () => {
  const owner = await newFaultyAccount(world);
  const to = newSigner().address;
  const body = await withdrawalBody(owner, { to, amount: 5_000_000n });
  expect((await postUntilConfirmed(owner.client, '/v1/account/withdraw', body)).status).toBe(200);
  const { signature } = await latest(owner);
  world.setFault(forgetting(signature));
  const second = await withdrawalBody(owner, { to, amount: 1_000_000n, nonce: 2n });
  expect([200, 504]).toContain((await owner.client.post('/v1/account/withdraw', second)).status);
  await isSought(signature);
  await lookAgain(signature);
  expect((await rowOf(signature)).state).toBe('confirmed');
  await heals(signature);
  expect(await balanceOf(world.chain, to)).toBe(6_000_000n);
});

test('finds the taker behind a flood of mentions, over several searches, also for rows without a slot', async () => {
  const owner = await newFaultyAccount(world);
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  world.setFault(noSends);
  expect((await owner.client.post('/v1/account/withdraw', body)).status).toBe(504);
  const { signature } = await latest(owner);
  await exitSol(world, owner, { to: newSigner().address, amount: 3_000_000n, nonce: 1n });
  // Anyone can mention the account, here by sending it lamports.
  for (let index = 0; index < 12; index += 1) await world.airdrop(owner.account, 1_000_000n + BigInt(index));
  await world.service.db.query('update relay_operations set blockhash_slot = null where signature = $1', [
    signature,
  ]);
  const cursors = new Set<string>();
  // Two entries per page, so that a search ends long before the taker.
  world.setFault(async ({ method, params }, forward) => {
    if (method === 'sendTransaction') return null;
    if (method === 'getSignaturesForAddress') {
      params[1].limit = 2;
      if (params[1].before) cursors.add(params[1].before);
    }
    return forward();
  });
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await expect
    .poll(
      async () => {
        world.service.clock.advanceSeconds(5);
        return (await latest(owner)).state;
      },
      { interval: 100 },
    )
    .toBe('superseded');
  expect(cursors.size).toBeGreaterThan(5);
  expect((await latest(owner)).error).toBe('nonce 1 was taken by another transaction');
});

test('if a taker cannot be searched for, the other operations of the batch are still finalized and sent', async () => {
  const [stuck, landed, unsent] = [
    await newFaultyAccount(world),
    await newFaultyAccount(world),
    await newFaultyAccount(world),
  ];
  const pay = async (owner: WalletOwner) =>
    owner.client.post(
      '/v1/account/withdraw',
      await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n }),
    );
  for (const owner of [stuck, landed]) {
    const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
    expect((await postUntilConfirmed(owner.client, '/v1/account/withdraw', body)).status).toBe(200);
  }
  const { signature } = await latest(stuck);
  world.setFault(noSends);
  expect((await pay(unsent)).status).toBe(504);
  const forget = forgetting(signature);
  const looks: string[] = [];
  world.setFault(async (request, forward) => {
    if (request.method === 'getSignaturesForAddress') {
      looks.push(request.params[0]);
      return {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32_011, message: 'Transaction history is not available' },
      };
    }
    if (request.method === 'getSignatureStatuses') {
      const reply = await forward();
      reply.result.value = reply.result.value.map((status: unknown, index: number) =>
        request.params[0][index] === signature ? null : status,
      );
      return reply;
    }
    return request.method === 'getTransaction' ? forget(request, forward) : forward();
  });
  world.service.clock.advanceSeconds(untilFinalSeconds);
  await becomes(landed, 'finalized');
  world.service.clock.advanceSeconds(untilFinalSeconds);
  await becomes(unsent, 'finalized');
  await isSought(signature);
  await expect.poll(() => looks).toContain(stuck.account);
  expect((await latest(stuck)).state).toBe('confirmed');
});

test('a node that reports a landed rotation as failed changes the record, but not the authority of the chain', async () => {
  const owner = await newFaultyAccount(world);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(world.service, next);
  expect(
    (await postUntilConfirmed(owner.client, '/v1/account/rotate', await rotationBody(owner, next))).status,
  ).toBe(200);
  const { signature } = await latest(owner);
  world.setFault(async ({ method, params }, forward) => {
    const reply = await forward();
    const err = { InstructionError: [3, { Custom: 7048 }] };
    if (method === 'getSignatureStatuses')
      reply.result.value = reply.result.value.map((status: object | null, index: number) =>
        params[0][index] === signature ? { ...status, err, status: { Err: err } } : status,
      );
    return reply;
  });
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'superseded');
  world.setFault(null);
  expect((await signInWithSoftPasskey(world.service, owner.passkey)).answer.status).toBe(400);
  expect((await owner.client.get('/v1/account')).body.authorityCredentialId).toBe(next.credentialId);
  expect((await owner.client.get('/v1/passkeys')).body).toMatchObject([
    { credentialId: next.credentialId, authority: true },
  ]);
});

test('a transaction that landed without effect has cost its fee, which stays counted', async () => {
  const { owner, operation, receiver } = await supersededUnsent();
  // Another node had received the bytes, and its leader includes them in a block.
  await world.chain.send(operation.wire);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await becomes(owner, 'superseded');
  expect(await countedFor(operation.identity_id)).toBe(10_000n);
  expect(await balanceOf(world.chain, receiver)).toBe(0n);
});

test('the fee of a superseded transaction stays counted if its bytes could still land', async () => {
  const { owner, operation } = await supersededUnsent();
  world.service.clock.advanceSeconds(untilFinalSeconds);
  await becomes(owner, 'superseded');
  expect(await countedFor(operation.identity_id)).toBe(10_000n);
});

/** A withdrawal that no node received, whose nonce an exit has used. */
async function supersededUnsent() {
  const owner = await newFaultyAccount(world);
  const receiver = newSigner().address;
  const body = await withdrawalBody(owner, { to: receiver, amount: 5_000_000n });
  world.setFault(noSends);
  expect((await owner.client.post('/v1/account/withdraw', body)).status).toBe(504);
  await exitSol(world, owner, { to: newSigner().address, amount: 3_000_000n, nonce: 1n });
  const { signature } = await latest(owner);
  const { rows } = await world.service.db.query<{ wire: Buffer; identity_id: string }>(
    'select wire, identity_id from relay_operations where signature = $1',
    [signature],
  );
  return { owner, operation: rows[0]!, receiver };
}

async function countedFor(holder: string): Promise<bigint> {
  const { rows } = await world.service.db.query<{ lamports: bigint }>(
    'select sum(lamports)::bigint as lamports from relay_spending where holder = $1',
    [holder],
  );
  return rows[0]!.lamports;
}
