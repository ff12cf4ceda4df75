import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fakeMidtrans } from './providers/testing/fake-midtrans.ts';

const serverKey = 'SB-Mid-server-test';
const fake = await fakeMidtrans(serverKey);
const service = await startTestService({
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: fake.server.url,
});
const folder = await mkdtemp(path.join(tmpdir(), 'pid-settle-'));
afterAll(() => rm(folder, { recursive: true }));
const { client } = await newPlayer(service);

async function order(status: string, fields: object = {}): Promise<string> {
  const { id, total } = (await client.post('/v1/fiat/topups', { amount: 100_000 })).body;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams());
  const gross_amount = `${total}.00`;
  fake.set(id, { transaction_status: status, gross_amount, ...fields });
  await client.post(
    '/v1/payments/midtrans/notifications',
    fake.notice(id, { transaction_status: status, gross_amount }),
  );
  return id;
}

async function settle(text: string): Promise<{ code: number; lines: string[] }> {
  const file = path.join(folder, 'settlement.csv');
  await writeFile(file, text);
  return runPid(['ledger', 'settle', file], { PID_DATABASE_URL: service.connectionString });
}

const header = 'Date & time,Order ID,Transaction ID,Transaction type,Channel,Transaction status,Amount\n';
const row = (id: string, amount: string, status = 'settlement', payment = `tx-${id}`) =>
  `2026-01-01 10:00:00,${id},${payment},Payment,bank_transfer,${status},${amount}\n`;

test('exits with 0 if the settlement file and the books agree', async () => {
  const [one, two] = [await order('settlement'), await order('settlement')];
  const refunded = await order('partial_refund', { refund_amount: '30000.00' });
  const text =
    header +
    row(one, '100100.00') +
    row(two, '"100,100.00"') +
    row(refunded, '100100') +
    row(refunded, '-30000', 'partial_refund');
  expect(await settle(text)).toMatchObject({
    code: 0,
    lines: ['The file and the books agree: 3 payments and 1 refunds of midtrans.'],
  });
});

test('lists every difference and exits with a nonzero code', async () => {
  const one = await order('settlement');
  const forgotten = await order('settlement');
  const unpaid = await order('pending', { status_code: '201' });
  const refunded = await order('settlement');
  const last = await order('settlement');
  const text =
    header +
    row(one, '100200.00') +
    row(unpaid, '100100.00') +
    row(refunded, '100100.00') +
    row(refunded, '100100.00', 'refund') +
    row('never-ours', '5000.00') +
    row(last, '100100.00', 'settlement', 'another-payment') +
    row(last, 'a lot', 'settlement');
  const { code, lines } = await settle(text);
  expect(code).toBe(1);
  expect(lines.toSorted()).toEqual(
    [
      `DIFFERS  line 2: order ${one} (top-up ${one}) was paid with Rp100.200 according to the file, but with Rp100.100 according to our books`,
      `DIFFERS  line 3: order ${unpaid} (top-up ${unpaid}) was paid according to the file, Rp100.100, but is pending in our books`,
      `DIFFERS  line 4: order ${refunded} (top-up ${refunded}): refunds are Rp100.100 in the file, but Rp0 in our books`,
      'DIFFERS  line 6: order never-ours for Rp5.000 is not in our books',
      `DIFFERS  line 7: order ${last} (top-up ${last}) is charge another-payment in the file, but tx-${last} in our books`,
      'DIFFERS  line 8 could not be read: its amount a lot is not a whole number of rupiah',
      `DIFFERS  order ${forgotten} (top-up ${forgotten}) for Rp100.100 was paid according to our books, but is not in the file`,
      'The file and the books differ in 7 places (5 payments and 1 refunds of midtrans).',
    ].toSorted(),
  );
});

test('reports a credit for which no page was opened at the provider', async () => {
  const first = await order('settlement');
  const forged = (await client.post('/v1/fiat/topups', { amount: 100_000 })).body.id as string;
  await service.db.query(
    `insert into topup_confirmations (topup_id, provider, payment_id, paid, answer, confirmed_at)
     values ($1, 'midtrans', 'forged', 100100, '{}', now())`,
    [forged],
  );
  const now = service.clock.now();
  await service.db.query(
    "select ledger_credit_topup($2, gen_random_uuid(), gen_random_uuid(), $1, 'forged', null, 100100, 9000000000000000)",
    [forged, now],
  );
  const last = await order('settlement');
  const { code, lines } = await settle(header + row(first, '100100.00') + row(last, '100100.00'));
  expect([code, lines[0]]).toEqual([
    1,
    `DIFFERS  order ${forged} (top-up ${forged}) for Rp100.100 was paid according to our books, but is not in the file`,
  ]);
});

test('stores the notice and the response of the status API with every credit', async () => {
  const id = await order('settlement');
  const { rows } = await service.db.query<{ notice: string; answer: string; hashed: boolean }>(
    "select notice, answer, answer_hash = sha256(convert_to(answer, 'UTF8')) as hashed from topup_confirmations where topup_id = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]!.notice)).toMatchObject({ order_id: id, transaction_status: 'settlement' });
  expect(JSON.parse(rows[0]!.answer)).toMatchObject({ order_id: id, transaction_status: 'settlement' });
  expect(rows[0]!.hashed).toBe(true);
});

test('refuses a file that is not a settlement file', async () => {
  expect((await settle('a,b\n1,2\n')).lines[0]).toContain('is no settlement file of Midtrans');
  expect((await settle('')).code).toBe(1);
});
