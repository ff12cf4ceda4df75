import { expect, test } from 'vitest';
import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { suspendIdentity } from '../../packages/server/src/identity/index.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

const service = await startTestService({ PID_RATE_LIMIT: '1' });
const [alice, bob] = [await newPlayer(service), await newPlayer(service)];
const { id } = (await alice.client.post('/v1/fiat/topups', { amount: 1_000_000 })).body;
await alice.client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));

let number = 0;
async function send() {
  number += 1;
  const body = { to: bob.pid, amount: 1000, note: `send ${number}` };
  const headers = { 'idempotency-key': `key-${number}` };
  return {
    answer: await alice.client.post('/v1/fiat/sends', body, headers),
    again: () => alice.client.post('/v1/fiat/sends', body, headers),
  };
}

/** A node's clock may jump because of an operator, a wrong time server, or a machine that slept. */
test.each([3600, -7200, 86_400, -90_000])(
  'sessions, money and idempotency keys survive a clock jump of %d seconds',
  async (seconds) => {
    const before = await send();
    expect(before.answer.status).toBe(201);
    service.clock.advanceSeconds(seconds);
    expect((await alice.client.post('/v1/auth/refresh')).status).toBe(200);
    expect((await alice.client.get('/v1/identity/me')).body).toMatchObject({ pid: alice.pid });
    const again = await before.again();
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(before.answer.body);
    expect((await send()).answer.status).toBe(201);

    const { items } = (await alice.client.get('/v1/fiat/statement?limit=100')).body;
    const times = items.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
  },
);

test('a rate limit reached before the clock was set back does not outlast its window', async () => {
  const client = service.client();
  const claim = () => client.post('/v1/auth/claim', { handle: 'nobody' });
  for (let turn = 0; turn < 60; turn += 1) await claim();
  expect((await claim()).status).toBe(429);
  service.clock.advanceSeconds(-86_400);
  expect((await claim()).status).toBe(400);
});

test('a suspension takes effect although the clock goes back at the same moment', async () => {
  expect((await bob.client.get('/v1/identity/me')).status).toBe(200);
  service.clock.advanceSeconds(-3600);
  await suspendIdentity(
    { db: service.db, clock: service.clock, erasers: [] },
    { pid: bob.pid, actor: 'cli', origin: null },
  );
  await expect
    .poll(async () => (await bob.client.patch('/v1/profile', { displayName: 'x' })).status, { interval: 20 })
    .toBe(403);
});
