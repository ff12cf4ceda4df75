import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ageRows } from '../../test/age-rows.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { fakeXenditPayouts } from '../checkout/providers/testing/fake-xendit-payouts.ts';
import { findings } from '../payments/testing/payment-fixture.ts';
import {
  administrators,
  bankDetails,
  daySeconds,
  letPass,
  settlingApps,
  signInAdministrators,
  told,
  type SettlingApp,
} from './testing/settlement-fixture.ts';

const fake = await fakeXenditPayouts();
const settings = { PID_ADMINS: administrators, PID_SETTLEMENT_FEE: '2500', ...fake.environment };
const service = await startTestService(settings);
const otherNode = await startTestService(settings, service);
const admins = await signInAdministrators(service);
const apps = await settlingApps(
  service,
  admins,
  Array.from({ length: 9 }, () => 500_000),
);

afterAll(async () => expect(await findings(service)).toEqual([]));
const work = (node = service) => node.service.runJob('transfer settlements');
/** Lets the time of the next check come, and checks. */
async function later(seconds = 3700): Promise<void> {
  await letPass(service, seconds);
  await work();
}
/** What other connections see when an order arrives. */
const seenAtOrder = new Map<string, string>();
fake.watchOrders(async (id) => void seenAtOrder.set(id, await statusOf(id)));
const ordered = (id: string) => fake.payouts().filter((payout) => payout.reference_id === id);
async function rowOf(id: string) {
  const { rows } = await service.db.query<{
    status: string;
    problem: string | null;
    provider_id: string | null;
  }>('select status, problem, provider_id from settlements where id = $1', [id]);
  return rows[0]!;
}
async function statusOf(id: string): Promise<string> {
  return (await rowOf(id)).status;
}
const requested = async (app: SettlingApp, amount = 100_000): Promise<string> =>
  (await app.request(amount)).body.id;
const notify = (id: string, status: string, headers: Record<string, string> = fake.headers) =>
  service.client().post('/v1/settlements/xendit/notifications', fake.notice(id, status), headers);

test('the provider transfers a settlement: its id is the key, and only its status decides', async () => {
  const app = apps[0]!;
  const id = await requested(app);
  await work();
  expect(ordered(id)).toMatchObject([
    {
      reference_id: id,
      channel_code: 'ID_BCA',
      channel_properties: { account_number: '1234567890', account_holder_name: 'PT Studio Kelinci' },
      amount: 100_000,
      currency: 'IDR',
    },
  ]);
  // `sent` is committed before the order leaves PID.
  expect(seenAtOrder.get(id)).toBe('sent');
  const [sent] = fake.server.requests.filter(
    ({ method, body }) => method === 'POST' && body['reference_id'] === id,
  );
  expect(sent?.path).toBe('/v2/payouts');
  expect(await statusOf(id)).toBe('sent');
  expect(told(await app.cancel(id))).toBe('409 settlement_ended');
  // Nobody decides by hand what the provider transfers.
  for (const what of ['paid', 'failed']) {
    const byHand = await admins.decider.post(`/v1/admin/settlements/${id}/${what}`, { reference: 'x' });
    expect(told(byHand)).toBe('409 settlement_with_provider');
  }
  expect(told(await admins.sender.post(`/v1/admin/settlements/${id}/sent`, {}))).toBe(
    '409 settlement_with_provider',
  );
  // A notice is only a reason to ask.
  expect((await notify(id, 'SUCCEEDED')).status).toBe(200);
  expect(await statusOf(id)).toBe('sent');
  fake.set(id, { status: 'REQUESTED' });
  await later();
  expect(await statusOf(id)).toBe('sent');
  fake.set(id, { status: 'SUCCEEDED' });
  expect((await notify(id, 'FAILED')).status).toBe(200);
  expect(await statusOf(id)).toBe('paid');
  expect((await app.list()).body.items[0]).toMatchObject({ status: 'paid', reference: 'disb-1' });
  // Nor that it came back.
  const back = await admins.decider.post(`/v1/admin/settlements/${id}/failed`, { reference: 'x' });
  expect(told(back)).toBe('409 settlement_with_provider');
  // The bank sends it back later.
  fake.set(id, { status: 'REVERSED', failure_code: 'INVALID_DESTINATION' });
  await later(daySeconds + 1);
  expect(await statusOf(id)).toBe('failed');
  expect((await app.list()).body.items[0]).toMatchObject({ status: 'failed', reason: 'INVALID_DESTINATION' });
  expect((await app.balance()).balance).toBe(500_000);
  expect(ordered(id)).toHaveLength(1);
});

test('verifies notices, and finds only settlements of this provider', async () => {
  const id = await requested(apps[0]!);
  await work();
  fake.set(id, { status: 'SUCCEEDED' });
  expect(told(await notify(id, 'SUCCEEDED', {}))).toBe('401 unauthorized');
  expect(told(await notify(id, 'SUCCEEDED', { 'x-callback-token': 'wrong' }))).toBe('401 unauthorized');
  expect(await statusOf(id)).toBe('sent');
  expect(told(await notify(randomUUID(), 'SUCCEEDED'))).toBe('404 settlement_not_found');
  expect(told(await notify('../../etc', 'SUCCEEDED'))).toBe('404 settlement_not_found');
  // A real notice about a settlement that the database does not have, for example after a restore.
  const { text: metrics } = await service.client().get('/metrics');
  expect(metrics).toMatch(/pid_settlement_anomalies_total\{reason="unknown"\} 2/);
  const elsewhere = await service.client().post('/v1/settlements/midtrans/notifications', {});
  expect(told(elsewhere)).toBe('404 payment_provider_not_found');
  fake.break(id, 'GET', 'trouble');
  expect(told(await notify(id, 'SUCCEEDED'))).toBe('503 payment_provider_unavailable');
  // Five notices at once book it once.
  const answers = await Promise.all(Array.from({ length: 5 }, () => notify(id, 'SUCCEEDED')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await statusOf(id)).toBe('paid');
});

test.each([
  ['the order never arrives', 'POST', 'dropped'],
  ['the answer to the order is lost', 'POST', 'lost'],
  ['the provider is in trouble', 'POST', 'trouble'],
  ['the provider is busy', 'POST', 'busy'],
  ['the status cannot be read', 'GET', 'dropped'],
] as const)('orders once if %s', async (_what, method, fault) => {
  const app = apps[1]!;
  const id = await requested(app, 10_000);
  fake.break(id, method, fault);
  await work();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: null });
  // A run that a timer began before the time passed sets the next check again.
  await expect
    .poll(async () => {
      await later();
      return ordered(id).length;
    })
    .toBe(1);
  fake.set(id, { status: 'SUCCEEDED' });
  await expect
    .poll(async () => {
      await later();
      return statusOf(id);
    })
    .toBe('paid');
  expect(ordered(id)).toHaveLength(1);
});

test('a crash between any two steps is repaired by another node', async () => {
  const app = apps[2]!;
  // Killed after `sent` was committed, before anything left PID.
  const first = await requested(app, 10_000);
  await service.db.query("select settlements_send($1, null, 20, 'service', 'xendit', null)", [
    service.clock.now(),
  ]);
  expect(await statusOf(first)).toBe('sent');
  await work(otherNode);
  expect(ordered(first)).toHaveLength(1);
  // Killed after the order, before its answer was recorded: the lease of the dead node ends first.
  const second = await requested(app, 20_000);
  fake.break(second, 'POST', 'lost');
  await work();
  await service.db.query(
    "update settlements set provider_id = null, next_check_at = clock_timestamp() + interval '120 seconds' where id = $1",
    [second],
  );
  // The clock of a node does not end a lease.
  service.clock.advanceSeconds(200);
  await work(otherNode);
  expect((await rowOf(second)).provider_id).toBeNull();
  await letPass(service, 121);
  await work(otherNode);
  expect([ordered(second).length, (await rowOf(second)).provider_id]).toEqual([1, ordered(second)[0]!.id]);
  // Killed after the provider paid, before it was booked.
  fake.set(first, { status: 'SUCCEEDED' });
  fake.set(second, { status: 'FAILED', failure_code: 'INSUFFICIENT_BALANCE' });
  await letPass(service, 3700);
  await Promise.all([work(), work(otherNode), work(), work(otherNode)]);
  // A run that a timer began meanwhile may have leased them, and ends after these.
  await expect.poll(async () => [await statusOf(first), await statusOf(second)]).toEqual(['paid', 'failed']);
  expect(ordered(first)).toHaveLength(1);
});

test('two nodes order each settlement once', async () => {
  const app = apps[3]!;
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await requested(app, 10_000));
  await Promise.all([work(), work(otherNode), work(), work(otherNode)]);
  expect(ids.map((id) => ordered(id).length)).toEqual(Array.from({ length: 10 }, () => 1));
  const orders = fake.server.requests.filter(
    ({ method, body }) => method === 'POST' && ids.some((id) => body['reference_id'] === id),
  );
  expect(orders).toHaveLength(10);
});

test('silence about one settlement holds up no other, and each is ordered once', async () => {
  const app = apps[3]!;
  const first = await requested(app, 10_000);
  fake.break(first, 'GET', 'silent');
  const others: string[] = [];
  for (let count = 0; count < 4; count += 1) others.push(await requested(app, 10_000));
  await service.db.query("select settlements_send($1, null, 20, 'service', 'xendit', null)", [
    service.clock.now(),
  ]);
  await service.db.query(
    "update settlements set next_check_at = next_check_at - interval '1 second' where id = $1",
    [first],
  );
  const waiting = work();
  await expect.poll(() => fake.silentRequests()).toBe(1);
  await work(otherNode);
  expect(others.map((id) => ordered(id).length)).toEqual([1, 1, 1, 1]);
  expect(ordered(first)).toEqual([]);
  // The lease of the waiting node ends.
  await letPass(service, 121);
  await work(otherNode);
  fake.speak();
  await waiting;
  await work();
  const ids = [first, ...others];
  expect(ids.map((id) => ordered(id).length)).toEqual([1, 1, 1, 1, 1]);
  const orders = fake.server.requests.filter(
    ({ method, body }) => method === 'POST' && ids.some((id) => body['reference_id'] === id),
  );
  expect(orders).toHaveLength(5);
});

test('a refused order is not repeated, and a person decides it', async () => {
  const app = apps[4]!;
  const id = await requested(app);
  fake.break(id, 'POST', 'refused');
  await work();
  expect(await rowOf(id)).toEqual({
    status: 'sent',
    problem: 'CHANNEL_CODE_NOT_SUPPORTED',
    provider_id: null,
  });
  await later();
  await later();
  expect(ordered(id)).toEqual([]);
  const { items } = await admins.decider.call('listSettlementsAsAdmin', { status: 'sent' });
  expect(items.find((item) => item.id === id)).toMatchObject({ problem: 'CHANNEL_CODE_NOT_SUPPORTED' });
  const byHand = (admin: typeof admins.decider) =>
    admin.post(`/v1/admin/settlements/${id}/failed`, { reference: 'refused by the provider' });
  expect(told(await byHand(admins.approver))).toBe('403 same_person');
  expect((await byHand(admins.decider)).status).toBe(200);
  expect((await app.balance()).balance).toBe(500_000);
});

test('a settlement whose account number was lost with the master key is not ordered, and people decide', async () => {
  const app = apps[8]!;
  const id = await requested(app);
  fake.break(id, 'POST', 'dropped');
  await work();
  await service.db.query("update settlements set account_number = '' where id = $1", [id]);
  await later();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: 'account_number_lost' });
  expect(ordered(id)).toEqual([]);
  const failed = await admins.decider.post(`/v1/admin/settlements/${id}/failed`, {
    reference: 'not ordered',
  });
  expect([failed.status, (await app.balance()).balance]).toEqual([200, 500_000]);
});

test('an order without an answer for 12 hours becomes a problem instead of a second order', async () => {
  const app = apps[4]!;
  const id = await requested(app);
  fake.break(id, 'POST', 'dropped');
  await work();
  // The clock of a node does not count.
  service.clock.advanceSeconds(13 * 3600);
  await work();
  service.clock.advanceSeconds(-13 * 3600);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: null });
  await later(12 * 3600 + 1);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: 'unanswered' });
  expect(ordered(id)).toEqual([]);
  // If the provider knows it after all, its status decides again.
  await fetch(`${fake.server.url}/v2/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('xnd_payouts:').toString('base64')}`,
      'idempotency-key': id,
    },
    body: JSON.stringify({ reference_id: id, amount: 100_000, currency: 'IDR' }),
  });
  await later();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: null });
  fake.set(id, { status: 'SUCCEEDED' });
  await later();
  expect(await statusOf(id)).toBe('paid');
});

test('a state that cannot be read for 12 hours is a problem until it can be read, in either form', async () => {
  const id = await requested(apps[7]!);
  await work();
  fake.break(id, 'GET', 'refused');
  await later(12 * 3600 + 1);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: 'unreadable' });
  fake.settings.listsAsObject = true;
  await later();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: null });
  fake.set(id, { status: 'SUCCEEDED' });
  await later();
  expect(await statusOf(id)).toBe('paid');
  fake.settings.listsAsObject = false;
});

test('another amount decides nothing, and a payment after a return is an anomaly', async () => {
  const app = apps[5]!;
  const id = await requested(app);
  await work();
  fake.set(id, { status: 'SUCCEEDED', amount: 99_999 });
  await later();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', problem: 'other_amount' });
  fake.set(id, { amount: 100_000, currency: 'USD' });
  await later();
  expect(await statusOf(id)).toBe('sent');
  fake.set(id, { currency: 'IDR', status: 'FAILED' });
  await later();
  expect(await statusOf(id)).toBe('failed');
  fake.set(id, { status: 'SUCCEEDED' });
  expect((await notify(id, 'SUCCEEDED')).status).toBe(200);
  expect(await statusOf(id)).toBe('failed');
  const { text } = await service.client().get('/metrics');
  expect(text).toMatch(/pid_settlement_anomalies_total\{reason="after_the_end"\} 1/);
});

test('does not send the money of a paused app, and refuses banks that the provider does not know', async () => {
  const app = apps[6]!;
  const id = await requested(app);
  await admins.approver.call('pauseApp', { client_id: app.clientId });
  await work();
  expect([await statusOf(id), ordered(id)]).toEqual(['requested', []]);
  await admins.approver.call('resumeApp', { client_id: app.clientId });
  await work();
  expect(ordered(id)).toHaveLength(1);
  const unknown = await app.setAccount({ ...bankDetails, bankCode: 'NO_SUCH_BANK' });
  expect(told(unknown)).toBe('400 bank_not_supported');
});

test('a pause after the sending stops the order, also while the provider is being asked', async () => {
  const app = apps[6]!;
  const id = await requested(app, 10_000);
  fake.break(id, 'GET', 'trouble');
  await work();
  expect([await statusOf(id), ordered(id)]).toEqual(['sent', []]);
  await admins.approver.call('pauseApp', { client_id: app.clientId });
  await later();
  expect(ordered(id)).toEqual([]);
  await admins.approver.call('resumeApp', { client_id: app.clientId });
  await later();
  expect(ordered(id)).toHaveLength(1);
});

test('a freeze of the owner after the sending stops the order until it has passed', async () => {
  const app = apps[5]!;
  const id = await requested(app, 10_000);
  fake.break(id, 'GET', 'trouble');
  await work();
  expect([await statusOf(id), ordered(id)]).toEqual(['sent', []]);
  expect((await freeze(service, app.ownerPid.replace('@pid', '@example.com'))).status).toBe(200);
  await later();
  expect([await statusOf(id), ordered(id)]).toEqual(['sent', []]);
  await ageRows(service.db, 4 * daySeconds, { freezes: ['until'] });
  await later();
  expect(ordered(id)).toHaveLength(1);
});

test('people end a transfer of a provider only after an operator has abandoned it, in every mode', async () => {
  const app = apps[7]!;
  const id = await requested(app, 10_000);
  await work();
  const manual = await startTestService({ ...settings, PID_SETTLEMENTS: 'manual' }, service);
  const off = await startTestService({ ...settings, PID_SETTLEMENTS: 'off' }, service);
  const failAt = async (node: typeof service) => {
    const other = node.client();
    for (const name of ['pid_access', 'pid_refresh']) other.setCookie(name, admins.decider.cookie(name)!);
    other.confirm = admins.decider.confirm;
    return other.post(`/v1/admin/settlements/${id}/failed`, { reference: 'no payout' });
  };
  for (const node of [service, manual, off])
    expect(told(await failAt(node))).toBe('409 settlement_with_provider');

  const environment = {
    PID_DATABASE_URL: service.connectionString,
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_LOG_LEVEL: 'silent',
    PID_ADMINS: administrators,
  };
  const abandon = (env: Record<string, string>, ...more: string[]) =>
    runPid(['settlements', 'abandon-provider', 'xendit', ...more], { ...environment, ...env });
  const manually = { PID_SETTLEMENTS: 'manual' };
  expect((await abandon(manually, '--yes')).text).toContain('--as');
  expect((await abandon(manually, '--as', 'stranger', '--yes')).text).toContain(
    'not an active administrator',
  );
  expect((await abandon(manually, '--as', 'sender')).text).toContain('Nothing was done: say --yes');
  const inUse = await abandon(fake.environment, '--as', 'sender', '--yes');
  expect([inUse.code, inUse.text]).toEqual([1, expect.stringContaining('PID_SETTLEMENTS is xendit')]);
  expect((await rowOf(id)).problem).toBeNull();
  const done = await abandon(manually, '--as', 'sender', '--yes', '--reason', 'Contract ended');
  expect([done.code, done.text]).toEqual([0, expect.stringContaining('settlements of xendit from now on')]);
  expect((await rowOf(id)).problem).toBe('provider_off');
  const { rows } = await service.db.query<{ actor: string; details: object }>(
    "select actor, details from audit_events where action = 'settlement.provider_abandoned'",
  );
  expect(rows).toEqual([
    { actor: 'cli:sender', details: { count: expect.any(Number), reason: 'Contract ended' } },
  ]);

  // A node that uses the provider again follows its status again.
  await later();
  expect((await rowOf(id)).problem).toBeNull();
  expect(told(await failAt(manual))).toBe('409 settlement_with_provider');
  await abandon(manually, '--as', 'sender', '--yes');
  expect((await failAt(manual)).body).toMatchObject({ status: 'failed', provider: 'xendit' });
});

test('a person who decides while the problem is cleared is refused', async () => {
  const app = apps[7]!;
  const id = await requested(app, 10_000);
  fake.break(id, 'POST', 'refused');
  await work();
  expect((await rowOf(id)).problem).toBe('CHANNEL_CODE_NOT_SUPPORTED');
  // The row is locked while another node clears the problem: the decision waits for it and sees the result.
  let answer: Promise<{ status: number }> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query('update settlements set problem = null where id = $1', [id]);
    answer = admins.decider.post(`/v1/admin/settlements/${id}/failed`, { reference: 'x' });
    await expect
      .poll(async () => {
        const { rows } = await service.db.query<{ waiting: bigint }>(
          "select count(*) as waiting from pg_locks where not granted and locktype in ('transactionid', 'tuple')",
        );
        return rows[0]!.waiting;
      })
      .toBeGreaterThan(0n);
  });
  expect(await answer).toMatchObject({ status: 409 });
  expect(await statusOf(id)).toBe('sent');
});

test('people book what the bank returns after the provider is no longer asked', async () => {
  const app = apps[8]!;
  const id = await requested(app, 10_000);
  await work();
  // A run of the timer may have taken it just before.
  await expect.poll(() => ordered(id).length).toBe(1);
  fake.set(id, { status: 'SUCCEEDED' });
  await later();
  await expect.poll(() => statusOf(id)).toBe('paid');
  const byHand = () => admins.decider.post(`/v1/admin/settlements/${id}/failed`, { reference: 'BCA return' });
  const shown = async () => {
    const { items } = await admins.decider.call('listSettlementsAsAdmin', { status: 'paid' });
    return items.find((item) => item.id === id);
  };
  expect(await shown()).toMatchObject({ withProvider: true });
  expect(told(await byHand())).toBe('409 settlement_with_provider');
  await ageRows(service.db, 31 * daySeconds, {
    settlements: ['requested_at', 'sent_at', 'paid_at', 'next_check_at'],
  });
  await work();
  expect(await shown()).toMatchObject({ withProvider: false });
  const before = (await app.balance()).balance;
  expect((await byHand()).body).toMatchObject({ status: 'failed', withProvider: false });
  expect((await app.balance()).balance).toBe(before + 12_500);
  fake.set(id, { status: 'REVERSED' });
  expect((await notify(id, 'REVERSED')).status).toBe(200);
  expect((await app.balance()).balance).toBe(before + 12_500);
});
