import { expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { randomIds } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { reconcileTopUps } from '../reconcile-top-ups.ts';
import { fakeMidtrans } from './testing/fake-midtrans.ts';
import { readSettlementText } from './testing/read-settlement-text.ts';
import { midtrans } from './midtrans.ts';

const serverKey = 'SB-Mid-server-test';
const fake = await fakeMidtrans(serverKey);
const service = await startTestService({
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: fake.server.url,
});
const anybody = service.client();

async function opened(amount = 100_000) {
  const { client, pid } = await newPlayer(service);
  const { id, total } = (await client.post('/v1/fiat/topups', { amount })).body;
  const answer = await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  return {
    client,
    pid,
    id: id as string,
    gross: `${total}.00`,
    location: answer.headers.get('location'),
    read: async () => ({
      status: (await client.get(`/v1/fiat/topups/${id}`)).body.status,
      balance: (await client.get('/v1/fiat/balance')).body.balance,
    }),
  };
}

const notify = (body: unknown) => anybody.post('/v1/payments/midtrans/notifications', body);
const audits = async (id: string) =>
  (
    await service.db.query<{ action: string; details: { reason?: string } }>(
      'select action, details from audit_events where target = $1 order by id',
      [id],
    )
  ).rows;

test('opens a Snap page with the stored amount, order and expiry', async () => {
  const one = await opened();
  expect(fake.server.requests.at(-1)!.body).toMatchObject({
    transaction_details: { order_id: one.id, gross_amount: 100_100 },
    expiry: { unit: 'minutes' },
    callbacks: { finish: `${service.baseUrl}/checkout/${one.id}` },
  });
});

test('an expiry that arrives after the settlement changes nothing', async () => {
  const one = await opened();
  fake.set(one.id, { transaction_status: 'settlement', gross_amount: one.gross });
  await notify(fake.notice(one.id, { transaction_status: 'settlement', gross_amount: one.gross }));
  await notify(
    fake.notice(one.id, { transaction_status: 'expire', gross_amount: one.gross, status_code: '202' }),
  );
  fake.set(one.id, { transaction_status: 'expire', gross_amount: one.gross });
  await notify(
    fake.notice(one.id, { transaction_status: 'expire', gross_amount: one.gross, status_code: '202' }),
  );
  expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
});

test('books a different amount to suspense and reports another currency as an anomaly; credits neither', async () => {
  const anomalies: unknown[] = [];
  for (const fields of [
    { gross_amount: '100.00' },
    { gross_amount: '100100.00', currency: 'USD' },
    { gross_amount: '100100.50' },
  ]) {
    const one = await opened();
    fake.set(one.id, { transaction_status: 'settlement', ...fields });
    await notify(fake.notice(one.id, { transaction_status: 'settlement', gross_amount: one.gross }));
    expect(await one.read()).toEqual({ status: 'pending', balance: 0 });
    anomalies.push(...(await audits(one.id)).map(({ details }) => details.reason));
  }
  expect(anomalies).toEqual(['paid in another currency']);
  const { rows } = await service.db.query(
    "select amount, reason, state from ledger_suspense where reason = 'other_amount'",
  );
  expect(rows).toEqual([{ amount: 100n, reason: 'other_amount', state: 'open' }]);
});

test('counts a capture only after fraud detection accepts it; a denied attempt stays pending, a cancel fails', async () => {
  const one = await opened();
  const tell = async (fields: object) => {
    fake.set(one.id, { transaction_status: 'capture', gross_amount: one.gross, ...fields });
    await notify(fake.notice(one.id, { transaction_status: 'capture', gross_amount: one.gross }));
    return (await one.read()).status;
  };
  expect(await tell({ fraud_status: 'challenge', status_code: '201' })).toBe('pending');
  expect(await tell({ transaction_status: 'deny', status_code: '202' })).toBe('pending');
  expect(await tell({ fraud_status: 'accept' })).toBe('paid');
  const two = await opened();
  fake.set(two.id, { transaction_status: 'cancel', gross_amount: two.gross });
  await notify(fake.notice(two.id, { transaction_status: 'cancel', gross_amount: two.gross }));
  expect((await two.read()).status).toBe('failed');
});

test('one provider charge pays one top-up: its id on another top-up is an anomaly', async () => {
  const one = await opened();
  const two = await opened();
  for (const { id, gross } of [one, two]) {
    fake.set(id, { transaction_status: 'settlement', gross_amount: gross, transaction_id: 'the-same' });
    expect(
      (await notify(fake.notice(id, { transaction_status: 'settlement', gross_amount: gross }))).status,
    ).toBe(200);
  }
  expect([await one.read(), await two.read()]).toEqual([
    { status: 'paid', balance: 100_000 },
    { status: 'pending', balance: 0 },
  ]);
  expect(await audits(two.id)).toMatchObject([{ action: 'topup.anomaly' }]);
});

test('a refund takes the remaining balance and books the rest as a receivable; no balance falls below zero', async () => {
  const one = await opened();
  const friend = await newPlayer(service);
  const tell = async (status: string, fields: object = {}) => {
    fake.set(one.id, { transaction_status: status, gross_amount: one.gross, ...fields });
    await notify(fake.notice(one.id, { transaction_status: status, gross_amount: one.gross }));
    return one.read();
  };
  await tell('settlement');
  expect(await tell('partial_refund', { refund_amount: '30000.00' })).toEqual({
    status: 'paid',
    balance: 70_000,
  });
  expect(await tell('partial_refund', { refund_amount: '30000.00' })).toEqual({
    status: 'paid',
    balance: 70_000,
  });
  await one.client.post('/v1/fiat/sends', { to: friend.pid, amount: 60_000, expectedTotal: 60_100 });
  expect(await tell('chargeback')).toEqual({ status: 'refunded', balance: 0 });
  expect(await tell('refund', { refund_amount: one.gross })).toEqual({ status: 'refunded', balance: 0 });
  const { rows } = await service.db.query('select refunded, receivable from topups where id = $1', [one.id]);
  expect(rows[0]).toEqual({ refunded: 100_100n, receivable: 60_100n });
  const statement = (await one.client.get('/v1/fiat/statement')).body.items;
  expect(statement.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual([
    ['refund', -9900],
    ['send', -60_100],
    ['refund', -30_000],
    ['topup', 100_000],
  ]);
});

test('reconciliation finds a settlement, an expiry and a settlement after the expiry without notices', async () => {
  const deps = {
    db: service.db,
    clock: service.clock,
    ids: randomIds,
    log: createLogger('silent'),
    balanceMax: 10n ** 15n,
    provider: midtrans.open({ midtransServerKey: serverKey, paymentApiUrl: new URL(fake.server.url) }),
  };
  const one = await opened();
  const two = await opened();
  fake.set(one.id, { transaction_status: 'settlement', gross_amount: one.gross });
  service.clock.advanceSeconds(61);
  await reconcileTopUps(deps);
  expect(await one.read()).toEqual({ status: 'paid', balance: 100_000 });
  expect((await two.read()).status).toBe('pending');
  service.clock.advanceSeconds(86_400);
  while ((await reconcileTopUps(deps)) > 0);
  const statusInDatabase = async () =>
    (await service.db.query<{ status: string }>('select status from topups where id = $1', [two.id])).rows[0]!
      .status;
  expect(await statusInDatabase()).toBe('expired');
  fake.set(two.id, { transaction_status: 'settlement', gross_amount: two.gross });
  service.clock.advanceSeconds(3601);
  while ((await reconcileTopUps(deps)) > 0);
  expect(await statusInDatabase()).toBe('paid');
});

test('settlement files: finds columns by label or API field name, in any order', async () => {
  const text =
    'gross_amount,settlement_time,transaction_status,payment_type,order_id\n' +
    '100100.00,2026-01-01,settlement,qris,order-1\n' +
    '100100.00,,pending,qris,order-2\n' +
    '-100100.00,2026-01-02,partial_chargeback,credit_card,order-3\n';
  const lines = (await readSettlementText(text))?.lines;
  expect(lines?.map(({ line, kind, orderId, amount }) => [line, kind, orderId, amount])).toEqual([
    [2, 'charge', 'order-1', 100_100n],
    [4, 'refund', 'order-3', 100_100n],
  ]);
});
