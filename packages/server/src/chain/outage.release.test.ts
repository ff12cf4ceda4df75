import { encodeBase58, setRelayerInstruction } from '@pid/protocol';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { withdrawalBody } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { newFaultyAccount, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import { landTransaction } from './land-transaction.ts';

const nextSeed = randomBytes(32);
const next = signerFromSeed(nextSeed);
let world: FaultyChain;

beforeAll(async () => {
  world = await startFaultyChain({ PID_RELAYER_KEY_NEXT: encodeBase58(nextSeed) });
});

afterEach(() => world.setFault(null));

const away = {
  status: 503,
  body: { statusCode: 503, message: 'Chain unavailable, try again' },
};
const ofService = async (duty: string) =>
  signerFromSeed(
    await serviceSecret(world.service, `chain-${duty}`, randomIds.bytes(32), world.service.clock.now()),
  );

/** Changes the relayer as the program's administrator, outside the service. */
async function nameRelayer(relayer: Awaited<ReturnType<typeof ofService>>['address']): Promise<void> {
  const { programId } = (await world.service.client().get('/v1/chain')).body;
  const admin = await ofService('admin');
  const sleep = async () => world.service.clock.advanceSeconds(1);
  await landTransaction(
    { client: world.chain, sleep },
    await ofService('upgrade-authority'),
    [setRelayerInstruction(programId, { admin: admin.address, relayer })],
    [admin],
  );
  world.service.clock.advanceSeconds(2);
}

test('an RPC node that never responds: wallet operations get a 503 soon, everything else works', async () => {
  const owner = await newFaultyAccount(world);
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n });
  // Regression: each of four attempts waited eight seconds.
  world.setFault(() => new Promise(() => {}));
  world.service.clock.advanceSeconds(2);
  const answers = await Promise.all([
    owner.client.post('/v1/account/withdraw', body),
    owner.client.get('/v1/account'),
    owner.client.get('/v1/chain'),
  ]);
  for (const answer of answers) expect(answer).toMatchObject(away);
  expect((await owner.client.get('/v1/identity/me')).status).toBe(200);
  const readiness = async () => (await owner.client.get('/readyz')).body;
  await expect.poll(readiness, { interval: 100 }).toEqual({ status: 'ready', degraded: ['chain'] });
  world.setFault(null);
  world.service.clock.advanceSeconds(10);
  expect((await postUntilConfirmed(owner.client, '/v1/account/withdraw', body)).status).toBe(200);
});

test('a node that holds the next key switches to a relayer replaced on the chain, and back', async () => {
  const owner = await newFaultyAccount(world);
  await world.airdrop(next.address, 5_000_000_000n);
  await nameRelayer(next.address);
  const payerOf = async () => {
    const { wire } = (
      await world.service.db.query<{ wire: Buffer }>(
        'select wire from relay_operations order by created_at desc limit 1',
      )
    ).rows[0]!;
    // The first signer of the message pays. It follows one length byte, the signatures and the message
    // header.
    return encodeBase58(wire.subarray(1 + 64 * wire[0]! + 5).subarray(0, 32));
  };
  const send = async () =>
    postUntilConfirmed(
      owner.client,
      '/v1/account/withdraw',
      await withdrawalBody(owner, { to: newSigner().address, amount: 5_000_000n }),
    );
  expect(await send()).toMatchObject({ status: 200 });
  expect(await payerOf()).toBe(next.address);
  await nameRelayer((await ofService('relayer')).address);
  expect(await send()).toMatchObject({ status: 200 });
  expect(await payerOf()).toBe((await ofService('relayer')).address);
});

test('a relayer whose key this node lacks: 503 and degraded, recovered without a restart', async () => {
  const owner = await newFaultyAccount(world);
  await nameRelayer(newSigner().address);
  expect(await owner.client.get('/v1/account')).toMatchObject({
    status: 503,
    body: { message: 'The wallet program is not set up on this chain' },
  });
  const readiness = async () => {
    world.service.clock.advanceSeconds(2);
    return (await owner.client.get('/readyz')).body;
  };
  await expect.poll(readiness).toEqual({ status: 'ready', degraded: ['chain'] });
  await nameRelayer((await ofService('relayer')).address);
  expect((await owner.client.get('/v1/account')).status).toBe(200);
  await expect.poll(readiness).toEqual({ status: 'ready' });
});
