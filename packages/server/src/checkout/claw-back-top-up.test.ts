import { expect, test } from 'vitest';
import { topUpRecords } from './top-up-records.store.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { runPid } from '../../test/command-helper.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { auditLedger } from '../ledger/index.ts';

const service = await startTestService({ PID_ADMINS: 'the_operator@pid', PID_PAYMENT_FEE_FLAT: '4000' });
moveToMorning(service);
const operator = await newPlayer(service, 'the_operator');
const passkey = await givePasskey(operator.client, { counter: 0 });
const { client: admin } = await signInWithSoftPasskey(service, passkey);

/** A player with a balance of Rp100,000, who paid Rp104,100 for it. */
async function paidTopUp() {
  const player = await newPlayer(service);
  const { body } = await player.client.post('/v1/fiat/topups', { amount: 100_000 });
  await player.client.post(`/checkout/${body.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  const balance = async () => (await player.client.get('/v1/fiat/balance')).body.balance;
  const takeBack = (refunded: number, reason = 'Chargeback by the bank') =>
    withStepUp(admin, passkey, {
      method: 'POST',
      path: `/v1/admin/topups/${body.id}/clawback`,
      body: { refunded, reason },
    });
  return { ...player, id: String(body.id), balance, takeBack };
}

async function command(...words: string[]): Promise<{ code: number; text: string }> {
  const { code, text } = await runPid([...words, '--yes'], { PID_DATABASE_URL: service.connectionString });
  return { code, text };
}

test('clawback and fee routes return 404 to everyone except an administrator', async () => {
  const one = await paidTopUp();
  const path = `/v1/admin/topups/${one.id}`;
  const nothing = { statusCode: 404, message: 'Not Found' };
  expect((await one.client.get(path)).body).toEqual(nothing);
  expect((await one.client.post(`${path}/clawback`, { refunded: 1, reason: 'mine' })).body).toEqual(nothing);
  expect((await operator.client.get('/v1/admin/fees')).body).toEqual(nothing);
  expect(await one.balance()).toBe(100_000);
});

test('claws back a refund once, however often it is reported, and audits the actor and the reason', async () => {
  const one = await paidTopUp();
  const answer = await one.takeBack(30_000);
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ id: one.id, pid: one.pid, status: 'paid', refunded: 30_000, receivable: 0 }),
  ]);
  expect((await one.takeBack(30_000)).body).toEqual(answer.body);
  expect(await one.balance()).toBe(70_000);
  const [entry] = (await one.client.get('/v1/fiat/statement')).body.items;
  expect(entry).toMatchObject({ type: 'refund', amount: -30_000, balanceAfter: 70_000 });
  const trail = (await admin.get('/v1/admin/audit')).body.items.filter(
    (event: { action: string; target: string }) =>
      event.target === one.id && event.action === 'topup.refunded',
  );
  expect(trail).toHaveLength(1);
  expect(trail[0]).toMatchObject({
    actor: 'the_operator@pid',
    details: { refunded: '30000', receivable: '0', reason: 'Chargeback by the bank' },
  });
});

test('twenty concurrent clawbacks with the same total take the money back once', async () => {
  const one = await paidTopUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => one.takeBack(40_000)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await one.balance()).toBe(60_000);
});

test('money already spent becomes a receivable: no balance falls below zero, fees are returned, the ledger stays consistent', async () => {
  const one = await paidTopUp();
  const friend = await newPlayer(service);
  await one.client.post('/v1/fiat/sends', { to: friend.pid, amount: 80_000, expectedTotal: 80_100 });
  const before = (await admin.get('/v1/admin/fees')).body.total;
  expect((await one.takeBack(104_100)).body).toMatchObject({
    status: 'refunded',
    refunded: 104_100,
    receivable: 80_100,
  });
  expect(await one.balance()).toBe(0);
  expect((await friend.client.get('/v1/fiat/balance')).body.balance).toBe(80_000);
  const after = (await admin.get('/v1/admin/fees')).body.total;
  expect(after.global).toBe(before.global);
  expect(after.income).toBe(before.income - 100);
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

test('refuses a total above the amount paid or below an earlier refund, and an unpaid or unknown top-up', async () => {
  const one = await paidTopUp();
  expect((await one.takeBack(104_101)).body.message).toEqual([
    'refunded must be at most Rp104.100, the amount paid',
  ]);
  await one.takeBack(50_000);
  expect((await one.takeBack(49_999)).body.message).toEqual([
    'refunded must be at least Rp50.000, the amount already refunded',
  ]);
  expect((await one.takeBack(60_000, '')).status).toBe(400);
  const { body } = await one.client.post('/v1/fiat/topups', { amount: 5000 });
  const unpaid = await withStepUp(admin, passkey, {
    method: 'POST',
    path: `/v1/admin/topups/${body.id}/clawback`,
    body: { refunded: 1, reason: 'a test' },
  });
  expect(unpaid.body).toEqual({
    statusCode: 400,
    message: 'This top-up was not paid, so there is nothing to claw back',
  });
  expect((await admin.get('/v1/admin/topups/00000000-0000-4000-8000-000000000000')).body).toEqual({
    statusCode: 404,
    message: 'No such top-up',
  });
  expect(await one.balance()).toBe(50_000);
});

test('the command line claws back too and explains a refused order', async () => {
  const one = await paidTopUp();
  expect(await command('ledger', 'clawback', one.id, '25000', 'refunded', 'by', 'transfer')).toEqual({
    code: 0,
    text: `The payer of the top-up of ${one.pid} has received back Rp25.000; no balance could cover Rp0 of it.`,
  });
  expect(await one.balance()).toBe(75_000);
  expect(await command('ledger', 'clawback', one.id, '999999999', 'too much')).toEqual({
    code: 1,
    text: 'refunded must be at most Rp104.100, the amount paid',
  });
  expect((await command('ledger', 'clawback', 'nonsense', '1', 'why not')).code).toBe(1);
});

test('reports fee income per day and in total, for at most a year', async () => {
  const { body } = await admin.get('/v1/admin/fees');
  expect(body.items).toHaveLength(1);
  const { day, ...sums } = body.items[0];
  expect(day).toBe(new Date(service.clock.nowMillis()).toISOString().slice(0, 10));
  expect(body.total).toEqual(sums);
  expect(sums.topUps).toBeGreaterThan(5);
  expect(sums.provider).toBe(4000 * sums.topUps);
  expect((await admin.get('/v1/admin/fees?from=2020-01-01&to=2020-12-31')).body).toMatchObject({
    items: [],
    total: { sends: 0, income: 0 },
  });
  expect((await admin.get('/v1/admin/fees?from=2020-01-01&to=2021-12-31')).status).toBe(400);
  expect((await admin.get('/v1/admin/fees?from=2021-01-01&to=2020-12-31')).status).toBe(400);
});
