import { accountIdFromPid, findAccountAddress, type Address } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import {
  balanceOf,
  chainOf,
  landedAt,
  newAccount,
  rotationBody,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { untilFinalSeconds } from '../../test/pace.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';

let service: TestService;
let second: TestService;
let chain: ChainClient;

beforeAll(async () => {
  // Room for three withdrawals that are not finalized yet, and for two rotations.
  service = await startTestService({
    PID_RELAY_IDENTITY_CAP_LAMPORTS: '35000',
    PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS: '20000',
  });
  moveToMorning(service);
  second = await startTestService(
    { PID_RELAY_IDENTITY_CAP_LAMPORTS: '35000', PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS: '20000' },
    service,
  );
  chain = await chainOf(service);
});

async function accountOf(owner: WalletOwner): Promise<Address> {
  const { body } = await owner.client.get('/v1/chain');
  return findAccountAddress(body.programId, accountIdFromPid(owner.pid)).address;
}

/** The same browser, connected to another node. */
function at(node: TestService, owner: WalletOwner) {
  const client = node.client();
  client.setCookie('pid_access', owner.client.cookie('pid_access')!);
  return client;
}

test('twenty concurrent copies of a request on two nodes, with a passkey counter, make one transaction and get one response', async () => {
  const owner = await newAccount(service, 1_000_000_000n, 5);
  const to = newSigner().address;
  const body = await withdrawalBody(owner, { to, amount: 7_000_000n });
  const other = at(second, owner);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? other : owner.client).post('/v1/account/withdraw', body),
    ),
  );
  expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body: answer }) => answer.signature)).size).toBe(1);
  expect(await balanceOf(chain, to)).toBe(7_000_000n);
  expect(await landedAt(chain, await accountOf(owner))).toHaveLength(2);
  // Also later: a client that lost the response can repeat the request on either path family.
  expect((await other.post('/v1/wallet/withdraw', body)).body).toEqual(answers[0]!.body);
  const { rows } = await service.db.query(`select 1 from audit_events where action = 'passkey.counter_fell'`);
  expect(rows).toEqual([]);
});

test('of different requests for one nonce one lands, and the others are refused with the reason', async () => {
  const owner = await newAccount(service);
  const bodies = [];
  for (let index = 0; index < 6; index += 1)
    bodies.push(await withdrawalBody(owner, { to: newSigner().address, amount: 2_000_000n }));
  const other = at(second, owner);
  const answers = await Promise.all(
    bodies.map((body, index) => (index % 2 ? other : owner.client).post('/v1/account/withdraw', body)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    // Depends on the state that each request met: before the winner was confirmed, after it, or during its
    // own checks.
    expect([
      [409, 'Another operation for nonce 1 is in progress, wait for its result'],
      [400, "nonce 1 is not the account's current nonce, which is 2"],
      [400, 'The chain would refuse the transaction: nonce is not the one stored'],
    ]).toContainEqual([status, body.message]);
  }
  const received = await Promise.all(bodies.map(({ to }) => balanceOf(chain, to as Address)));
  expect(received.filter((lamports) => lamports > 0n)).toEqual([2_000_000n]);
});

test('an idempotency key replays its response and refuses another request', async () => {
  const owner = await newAccount(service);
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 2_000_000n });
  const key = { 'idempotency-key': 'order-1' };
  const first = await owner.client.post('/v1/account/withdraw', body, key);
  expect(first).toMatchObject({ status: 200 });
  expect(first.headers.get('idempotent-replay')).toBeNull();
  const again = await owner.client.post('/v1/account/withdraw', body, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  const other = await owner.client.post(
    '/v1/account/withdraw',
    await withdrawalBody(owner, { to: newSigner().address, amount: 1_000_000n }),
    key,
  );
  expect(other).toMatchObject({
    status: 409,
    body: { message: 'Idempotency-Key was used before with another request' },
  });
  // Keys belong to one caller.
  const stranger = await newAccount(service);
  expect(
    await stranger.client.post(
      '/v1/account/withdraw',
      await withdrawalBody(stranger, { to: newSigner().address, amount: 1_000_000n }),
      key,
    ),
  ).toMatchObject({ status: 200 });
});

test("an identity's cap counts lamports at risk, frees them when they are finalized, and does not limit emergencies", async () => {
  const owner = await newAccount(service);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(service, next);
  const pay = async () =>
    owner.client.post(
      '/v1/account/withdraw',
      await withdrawalBody(owner, { to: newSigner().address, amount: 1_000_000n }),
    );
  // Each withdrawal reserves 10,000; the activation has a separate pool.
  expect([(await pay()).status, (await pay()).status, (await pay()).status]).toEqual([200, 200, 200]);
  const capped = await pay();
  expect(capped).toMatchObject({
    status: 429,
    body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
  });
  expect(Number(capped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await owner.client.get('/v1/account')).body.nonce).toBe('4');
  expect(await owner.client.post('/v1/account/rotate', await rotationBody(owner, next))).toMatchObject({
    status: 200,
  });
  service.clock.advanceSeconds(untilFinalSeconds);
  await expect
    .poll(
      async () =>
        (await owner.client.get('/v1/account/operations')).body.items.filter(
          ({ state }: { state: string }) => state !== 'finalized',
        ).length,
      { interval: 100 },
    )
    .toBe(0);
  const rotated = { ...owner, passkey: next };
  const paid = await rotated.client.post(
    '/v1/account/withdraw',
    await withdrawalBody(rotated, { to: newSigner().address, amount: 1_000_000n }),
  );
  expect(paid).toMatchObject({ status: 200 });
  // The cost of a rotation stays counted.
  const { rows } = await service.db.query<{ pool: string; lamports: bigint }>(
    `select pool, lamports from relay_spending s join identities i on s.holder = i.id::text where i.handle = $1 order by pool`,
    [owner.pid.split('@')[0]],
  );
  expect(rows).toEqual([
    { pool: 'activation', lamports: 0n },
    { pool: 'emergency', lamports: 10_000n },
    { pool: 'withdrawal', lamports: 10_000n },
  ]);
});
