import { expect, test } from 'vitest';
import { topUpRecords } from './top-up-records.store.ts';
import { newApp } from '../../test/app-helper.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { auditLedger } from '../ledger/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'the_keeper@pid', PID_BALANCE_MAX: '100000' });
const keeper = await newPlayer(service, 'the_keeper');
const passkey = await givePasskey(keeper.client, { counter: 0 });
const { client: admin } = await signInWithSoftPasskey(service, passkey);

const topUp = async (client: TestService['client'] extends () => infer C ? C : never, fields: object) =>
  (await client.post('/v1/fiat/topups', fields)).body;
const pay = (id: string) =>
  service.client().post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
const items = async (state = 'open') =>
  (await admin.get(`/v1/admin/suspense?state=${state}`)).body.items as Record<string, unknown>[];
const itemOf = async (id: string) => (await items()).find(({ topUpId }) => topUpId === id);
const resolve = (id: unknown, verb: 'credit' | 'refund', body: object) =>
  withStepUp(admin, passkey, { method: 'POST', path: `/v1/admin/suspense/${id}/${verb}`, body });
const whole = async () =>
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
const statusOf = async (id: string) =>
  (await service.db.query<{ status: string }>('select status from topups where id = $1', [id])).rows[0]!
    .status;

test('deleting an identity cancels its open top-up; a later payment goes to suspense, not to the closed account', async () => {
  const { client, pid } = await newPlayer(service);
  const { id, total } = await topUp(client, { amount: 50_000 });
  expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  expect(await statusOf(id)).toBe('failed');
  await pay(id);
  expect(await statusOf(id)).toBe('paid');
  expect(await itemOf(id)).toMatchObject({
    source: 'topup',
    amount: total,
    reason: 'account_closed',
    since: expect.stringMatching(/Z$/),
    state: 'open',
    provider: 'sandbox',
    holder: pid,
  });
  const { rows } = await service.db.query(
    "select 1 from audit_events where action = 'suspense.received' and details ->> 'topUp' = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
  service.clock.advanceSeconds(600);
  const metrics = (await service.client().get('/metrics')).text;
  expect(metrics).toMatch(/pid_payment_anomalies_total\{reason="account_closed"\} 1/);
  expect(Number(/^pid_suspense_oldest_seconds (\S+)$/m.exec(metrics)![1])).toBeGreaterThanOrEqual(600);
  await whole();
});

test('deleting an app cancels its open top-ups; its share of a late payment goes to suspense', async () => {
  const owner = await newPlayer(service);
  const app = await newApp(owner.client, { feeFlat: 700 });
  const payer = await newPlayer(service);
  const { id } = await topUp(payer.client, { amount: 10_000, clientId: app.clientId });
  const gone = await owner.client.delete(`/v1/apps/${app.clientId}`);
  expect(gone.status).toBe(200);
  await pay(id);
  expect((await payer.client.get('/v1/fiat/balance')).body.balance).toBe(10_000);
  expect(await itemOf(id)).toMatchObject({
    source: 'app_fee',
    amount: 700,
    reason: 'app_closed',
    holder: app.clientId,
  });
  const { rows } = await service.db.query(
    'select balance, closed_at is null as open from ledger_accounts where client_id = $1',
    [app.clientId],
  );
  expect(rows).toEqual([{ balance: 0n, open: false }]);
  await whole();
});

test('checks the maximum balance for every credit, and counts pending top-ups', async () => {
  const { client, pid } = await newPlayer(service);
  const first = await topUp(client, { amount: 60_000 });
  expect((await client.post('/v1/fiat/topups', { amount: 40_001 })).body.message).toBe(
    'The balance cannot hold this amount',
  );
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    keeper.handle,
  ]);
  await fund(service.db, rows[0]!.id, 90_000n);
  const send = (amount: number) => keeper.client.post('/v1/fiat/sends', { to: pid, amount });
  const full = await send(40_001);
  expect([full.status, full.body.message]).toEqual([400, 'The receiver’s balance cannot hold this amount']);
  expect((await send(40_000)).status).toBe(201);
  await pay(first.id);
  expect((await client.get('/v1/fiat/balance')).body.balance).toBe(100_000);
});

test('accepts only as many of twenty concurrent top-ups as fit the maximum balance', async () => {
  const { client } = await newPlayer(service);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v1/fiat/topups', { amount: 30_000 })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
});

test('a late payment above the maximum balance goes to suspense in full and is refunded by the provider', async () => {
  const { client, handle } = await newPlayer(service);
  const late = await topUp(client, { amount: 60_000 });
  await service.db.query("select end_topup($1, 'expired')", [late.id]);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  await fund(service.db, rows[0]!.id, 50_000n);
  await pay(late.id);
  expect((await client.get('/v1/fiat/balance')).body.balance).toBe(50_000);
  const item = (await itemOf(late.id))!;
  expect(item).toMatchObject({ amount: late.total, reason: 'balance_full' });
  const page = async () => (await fetch(`${service.baseUrl}/checkout/${late.id}?lang=en`)).text();
  expect(await page()).toContain('this balance could not take it');
  expect(await page()).not.toContain('dded to ');
  const read = async () => (await client.call('getTopUp', { id: late.id })).setAside;
  expect(await read()).toBe(true);
  const answers = await Promise.all([
    resolve(item['id'], 'refund', { reason: 'did not fit' }),
    resolve(item['id'], 'refund', { reason: 'did not fit' }),
  ]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect((await items('returned')).find(({ id }) => id === item['id'])).toMatchObject({
    returned: late.total,
    resolvedBy: 'provider',
  });
  expect(await statusOf(late.id)).toBe('refunded');
  expect(await page()).toContain('The money went back to the payer.');
  expect(await read()).toBeUndefined();
  const accepted = await service.db.query(
    'select from ledger_suspense where id = $1 and refund_accepted_at <= $2',
    [item['id'], service.clock.now()],
  );
  expect(accepted.rowCount).toBe(1);
  expect((await resolve(item['id'], 'credit', { pid: `${handle}@pid`, reason: 'too late' })).status).toBe(
    409,
  );
  await whole();
});

test('a top-up is set aside until its money is credited', async () => {
  const { client, handle, pid } = await newPlayer(service);
  const late = await topUp(client, { amount: 60_000 });
  await service.db.query("select end_topup($1, 'expired')", [late.id]);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  await fund(service.db, rows[0]!.id, 50_000n);
  await pay(late.id);
  expect(await client.call('getTopUp', { id: late.id })).toMatchObject({ status: 'paid', setAside: true });
  const { pid: to } = await newPlayer(service);
  expect((await client.post('/v1/fiat/sends', { to, amount: 45_000 })).status).toBe(201);
  const item = (await itemOf(late.id))!;
  expect((await resolve(item['id'], 'credit', { pid, reason: 'there is room now' })).status).toBe(200);
  expect(await client.call('getTopUp', { id: late.id })).not.toHaveProperty('setAside');
});

test('an administrator credits a suspense item once to a pid, with step-up and within the maximum balance', async () => {
  const gone = await newPlayer(service);
  const { id, total } = await topUp(gone.client, { amount: 45_000 });
  await gone.client.delete('/v1/identity/me', {});
  await pay(id);
  const item = (await itemOf(id))!;
  const heir = await newPlayer(service);
  const body = { pid: heir.pid, reason: 'the same person, by her identity card' };
  const path = `/v1/admin/suspense/${item['id']}/credit`;
  const bare = await admin.post(path, body);
  expect([bare.status, bare.headers.get('pid-error')]).toEqual([403, 'step_up_required; need=assertion']);
  expect((await heir.client.post(path, body)).status).toBe(404);
  expect((await resolve(item['id'], 'credit', { ...body, pid: gone.pid })).status).toBe(404);
  const own = await resolve(item['id'], 'credit', { ...body, pid: 'the_keeper@pid' });
  expect([own.status, own.headers.get('pid-error')]).toEqual([403, 'own_money']);
  const answers = await Promise.all(Array.from({ length: 5 }, () => resolve(item['id'], 'credit', body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
    state: 'credited',
    creditedTo: heir.pid,
    resolvedBy: 'the_keeper@pid',
  });
  expect((await heir.client.get('/v1/fiat/balance')).body.balance).toBe(total);
  expect((await heir.client.get('/v1/fiat/statement')).body.items[0]).toMatchObject({
    type: 'topup',
    amount: total,
  });
  await whole();
  // If the provider still refunds the charge, the money is taken from the credited player.
  await service.db.query('update sandbox_payments set refunded = amount where order_id = $1', [id]);
  await service.client().post(`/checkout/${id}/check`);
  expect((await heir.client.get('/v1/fiat/balance')).body.balance).toBe(0);
  await whole();
});

test('only an administrator can list suspense items', async () => {
  const { client } = await newPlayer(service);
  expect((await client.get('/v1/admin/suspense')).status).toBe(404);
  const page = (await admin.get('/v1/admin/suspense?limit=2')).body;
  expect(page.items).toHaveLength(2);
  const next = (await admin.get(`/v1/admin/suspense?limit=2&cursor=${page.nextCursor}`)).body;
  expect(next.items[0].id).not.toBe(page.items[0].id);
});
