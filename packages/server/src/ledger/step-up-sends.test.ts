import { expect, test } from 'vitest';
import { topUpRecords } from '../checkout/index.ts';
import { newApp } from '../../test/app-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signStepUp, withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { auditLedger } from './audit-ledger.ts';
import { fund } from './testing/ledger-fixture.ts';

const service = await startTestService({ PID_DAILY_LIMIT: '3000000' });
moveToMorning(service);
const otherNode = await startTestService({ PID_DAILY_LIMIT: '3000000' }, service);

async function player(balance = 0n) {
  const one = await newPlayer(service);
  const passkey = await givePasskey(one.client, { counter: 0 });
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    one.handle,
  ]);
  if (balance > 0n) await fund(service.db, rows[0]!.id, balance);
  const body = (to: { pid: string }, amount: number) => ({
    to: to.pid,
    amount,
    expectedTotal: amount + Math.max(100, Math.ceil(amount / 1000)),
  });
  return {
    ...one,
    passkey,
    send: (to: { pid: string }, amount: number, headers = {}, client: HttpClient = one.client) =>
      client.post('/v1/fiat/sends', body(to, amount), headers),
    confirm: (to: { pid: string }, amount: number, headers = {}) =>
      withStepUp(one.client, passkey, {
        method: 'POST',
        path: '/v1/fiat/sends',
        body: body(to, amount),
        headers,
      }),
    balance: async () => (await one.client.get('/v1/fiat/balance')).body.balance as number,
  };
}

const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error')?.split(';')[0],
];
const needed = [403, 'step_up_required'];
/** The access cookie expires earlier, so the browser renews it. */
async function daysLater(days: number, { client }: { client: HttpClient }): Promise<void> {
  service.clock.advanceSeconds(days * 86_400);
  await client.post('/v1/auth/refresh');
}

test('a thief with a stolen cookie can send Rp49,999 to a new receiver, but no further Rp499,999 in 40 attempts', async () => {
  const [alice, mallory] = [await player(50_000_000n), await player()];
  expect((await alice.send(mallory, 49_999)).status).toBe(201);
  for (let slice = 0; slice < 40; slice += 1) {
    const answer = await alice.send(mallory, 499_999);
    expect(told(answer)).toEqual(needed);
    expect(answer.headers.get('pid-error')).toContain('need=assertion');
  }
  // Another new receiver is refused as well.
  const { pid } = await player();
  expect(told(await alice.send({ pid }, 49_999))).toEqual(needed);
  expect(await mallory.balance()).toBe(49_999);
});

test('fifty concurrent sends on two nodes cannot exceed the limit together', async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  expect((await alice.confirm(bob, 10_000)).status).toBe(201);
  const twin = otherNode.client();
  twin.setCookie('pid_access', alice.client.cookie('pid_access')!);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => alice.send(bob, 40_000, {}, index % 2 ? twin : alice.client)),
  );
  // Bob is a known receiver: 12 × 40,000 stay below 500,000, and a thirteenth does not.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  expect(answers.filter((answer) => told(answer)[1] === needed[1])).toHaveLength(38);
  expect(await bob.balance()).toBe(490_000);
});

test('a confirmed send resets the count and makes its receiver known', async () => {
  const [alice, bob, carol] = [await player(50_000_000n), await player(), await player()];
  expect(told(await alice.send(bob, 50_001))).toEqual(needed);
  expect((await alice.confirm(bob, 50_001)).status).toBe(201);
  expect((await alice.send(bob, 500_000)).status).toBe(201);
  expect(told(await alice.send(bob, 1))).toEqual(needed);
  expect((await alice.confirm(bob, 1)).status).toBe(201);
  expect(told(await alice.send(carol, 50_001))).toEqual(needed);
});

test("yesterday's sends do not count; a receiver is known seven days after the first payment", async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  expect((await alice.send(bob, 50_000)).status).toBe(201);
  await daysLater(1, alice);
  expect((await alice.send(bob, 50_000)).status).toBe(201);
  expect(told(await alice.send(bob, 1))).toEqual(needed);
  await daysLater(6, alice);
  expect((await alice.send(bob, 500_000)).status).toBe(201);
  expect(told(await alice.send(bob, 1))).toEqual(needed);
});

test('one signature pays once: a repetition is refused even below the limit, and a key is replayed', async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  const call = {
    method: 'POST',
    path: '/v1/fiat/sends',
    body: { to: bob.pid, amount: 460_000, expectedTotal: 460_460 },
  };
  const signed = { 'pid-assertion': await signStepUp(alice.client, alice.passkey, call) };
  const answers = await Promise.all(Array.from({ length: 10 }, () => alice.send(bob, 460_000, signed)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(told(await alice.send(bob, 460_000, signed))).toEqual(needed);
  expect(await bob.balance()).toBe(460_000);

  const key = { 'idempotency-key': 'lost-answer' };
  const keyed = { ...key, 'pid-assertion': await signStepUp(alice.client, alice.passkey, call) };
  const first = await alice.send(bob, 460_000, keyed);
  const again = await alice.send(bob, 460_000, keyed);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(await bob.balance()).toBe(920_000);
});

test('a replay needs no step-up, and a confirmed send needs its total', async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  const key = { 'idempotency-key': 'confirmed' };
  const first = await alice.confirm(bob, 600_000, key);
  const again = await alice.send(bob, 600_000, key);
  expect([again.status, again.body, again.headers.get('idempotent-replay')]).toEqual([
    201,
    first.body,
    'true',
  ]);
  const bare = await withStepUp(alice.client, alice.passkey, {
    method: 'POST',
    path: '/v1/fiat/sends',
    body: { to: bob.pid, amount: 600_000 },
  });
  expect([bare.status, bare.body.message]).toEqual([
    400,
    ['expectedTotal must say the total that was confirmed'],
  ]);
});

test('without a passkey a recent sign-in is enough, and an older one is not', async () => {
  const bob = await player();
  const plain = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    plain.handle,
  ]);
  await fund(service.db, rows[0]!.id, 5_000_000n);
  const body = { to: bob.pid, amount: 700_000, expectedTotal: 700_700 };
  expect((await plain.client.post('/v1/fiat/sends', { to: bob.pid, amount: 700_000 })).status).toBe(400);
  expect((await plain.client.post('/v1/fiat/sends', body)).status).toBe(201);
  service.clock.advanceSeconds(601);
  const stale = await plain.client.post('/v1/fiat/sends', body);
  expect([told(stale), stale.headers.get('pid-error')]).toEqual([
    needed,
    expect.stringContaining('need=recent'),
  ]);
});

test('the daily limit also applies to confirmed concurrent sends, and the error contains the rest', async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  const answers = await Promise.all(Array.from({ length: 6 }, () => alice.confirm(bob, 700_000)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 403, 403]);
  const refused = await alice.confirm(bob, 200_001);
  expect([told(refused), refused.headers.get('pid-error')]).toEqual([
    [403, 'daily_limit'],
    'daily_limit; left=200000',
  ]);
  expect((await alice.confirm(bob, 200_000)).status).toBe(201);
  await daysLater(1, alice);
  expect((await alice.confirm(bob, 700_000)).status).toBe(201);
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

test('a send above the notice amount creates a notice in the same commit', async () => {
  const [alice, bob] = [await player(50_000_000n), await player()];
  await alice.client.patch('/v1/limits', { noticeAmount: 20_000 });
  await alice.send(bob, 20_000);
  await alice.send(bob, 20_001);
  const { body } = await alice.client.get('/v1/notices');
  const sent = body.items.filter(({ type }: { type: string }) => type === 'money.sent');
  expect(sent.map(({ data }: { data: object }) => data)).toEqual([
    { id: expect.any(String), to: bob.pid, amount: 20_001 },
  ]);
});

test("a thief's app cannot bypass the limits with its fee", async () => {
  const [alice, bob, mallory] = [await player(50_000_000n), await player(), await player()];
  const { clientId } = await newApp(mallory.client, { feeFlat: 400_000 });
  expect((await alice.confirm(bob, 1000)).status).toBe(201);
  const toll = { to: bob.pid, amount: 1, clientId, expectedTotal: 400_101 };
  // Bob is a known receiver, the app is not. The fee makes this a large payment although the amount is one
  // rupiah.
  expect(told(await alice.client.post('/v1/fiat/sends', toll))).toEqual(needed);
  const confirmed = { method: 'POST', path: '/v1/fiat/sends', body: toll };
  expect((await withStepUp(alice.client, alice.passkey, confirmed)).status).toBe(201);
  expect((await alice.client.post('/v1/fiat/sends', toll)).status).toBe(201);
  expect(told(await alice.client.post('/v1/fiat/sends', toll))).toEqual(needed);
  expect((await mallory.client.get(`/v1/apps/${clientId}/balance`)).body.balance).toBe(800_000);
});
