import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runPid, type CommandResult } from '../../test/command-helper.ts';
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
let { client } = await newPlayer(service);

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

/** Each test compares its own period, which begins here. */
let from = service.clock.now();
beforeEach(() => {
  service.clock.advanceSeconds(60);
  from = service.clock.now();
});

async function settle(text: string, ...words: readonly string[]): Promise<CommandResult> {
  const file = path.join(folder, 'settlement.csv');
  await writeFile(file, text);
  const until = new Date(service.clock.nowMillis() + 1).toISOString();
  const period = words.length > 0 ? words : ['--from', from.toISOString(), '--until', until];
  return runPid(['ledger', 'settle', file, ...period], { PID_DATABASE_URL: service.connectionString });
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
  const { code, lines } = await settle(text);
  expect([code, lines]).toEqual([
    0,
    [
      expect.stringContaining(
        'The file and the books agree: 3 payments and 1 refunds of midtrans in the file, 3 and 1 in the books from',
      ),
    ],
  ]);
});

test('lists every difference and exits with a nonzero code', async () => {
  const one = await order('settlement');
  const forgotten = await order('settlement');
  const { paidAt } = (
    await service.db.query<{ paidAt: Date }>('select paid_at as "paidAt" from topups where id = $1', [
      forgotten,
    ])
  ).rows[0]!;
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
    row(last, 'a lot', 'settlement') +
    row('x'.repeat(501), '5000.00');
  const { code, lines } = await settle(text);
  expect(code).toBe(1);
  expect(lines.pop()).toContain(
    'The file and the books differ in 8 places (5 payments and 1 refunds of midtrans',
  );
  expect(lines.toSorted()).toEqual(
    [
      `DIFFERS  line 2: order ${one} (top-up ${one}) was paid with Rp100.200 according to the file, but with Rp100.100 according to our books`,
      `DIFFERS  line 3: order ${unpaid} (top-up ${unpaid}) was paid according to the file, Rp100.100, but is pending in our books`,
      `DIFFERS  line 4: order ${refunded} (top-up ${refunded}): refunds are Rp100.100 in the file, but Rp0 in our books`,
      'DIFFERS  line 6: order never-ours for Rp5.000 is not in our books',
      `DIFFERS  line 7: order ${last} (top-up ${last}) is charge another-payment in the file, but tx-${last} in our books`,
      'DIFFERS  line 8 could not be read: its amount a lot is not a whole number of rupiah',
      'DIFFERS  line 9 could not be read: its order id has more than 500 characters',
      `DIFFERS  order ${forgotten} (top-up ${forgotten}) for Rp100.100 was paid according to our books (booked at ${paidAt.toISOString()}), but is not in the file`,
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
    `DIFFERS  order ${forged} (top-up ${forged}) for Rp100.100 was paid according to our books (booked at ${now.toISOString()}), but is not in the file`,
  ]);
});

test('reports every payment of the period that an empty or a shortened file lacks', async () => {
  const paid = [await order('settlement'), await order('settlement'), await order('settlement')];
  const empty = await settle(header);
  expect(empty.code).toBe(1);
  expect(empty.lines).toHaveLength(4);
  for (const [index, id] of paid.entries()) expect(empty.lines[index]).toContain(`order ${id} `);
  const shortened = await settle(header + row(paid[1]!, '100100.00'));
  expect(shortened.code).toBe(1);
  expect(shortened.lines.map((line) => line.slice(0, 51))).toEqual([
    `DIFFERS  order ${paid[0]} `.slice(0, 51),
    `DIFFERS  order ${paid[2]} `.slice(0, 51),
    expect.stringContaining('The file and the books differ in 2 places'),
  ]);
});

test('reports a refund of the period that the file lacks, also if the file has its payment', async () => {
  const id = await order('settlement');
  service.clock.advanceSeconds(3600);
  const refundedFrom = service.clock.now().toISOString();
  const refund = {
    transaction_status: 'partial_refund',
    gross_amount: '100100.00',
    refund_amount: '30000.00',
  };
  fake.set(id, refund);
  await client.post('/v1/payments/midtrans/notifications', fake.notice(id, refund));
  const until = new Date(service.clock.nowMillis() + 1).toISOString();
  const later = ['--from', refundedFrom, '--until', until];
  expect((await settle(header, ...later)).lines[0]).toMatch(
    /^DIFFERS {2}order \S+ \(top-up \S+\): a refund of Rp30\.000 is in our books/,
  );
  expect((await settle(header + row(id, '100100'), ...later)).lines[0]).toBe(
    `DIFFERS  line 2: order ${id} (top-up ${id}): refunds are Rp0 in the file, but Rp30.000 in our books`,
  );
  expect((await settle(header + row(id, '30000', 'refund'), ...later)).code).toBe(0);
  // The refund is not part of the earlier period.
  expect(
    (await settle(header + row(id, '100100'), '--from', from.toISOString(), '--until', refundedFrom)).code,
  ).toBe(0);
});

test('begins and ends a period at midnight in PID_TIME_ZONE', async () => {
  const dayMillis = 86_400_000;
  // Midnight in Jakarta is 17:00 UTC.
  const midnight =
    Math.ceil((service.clock.nowMillis() - 17 * 3_600_000) / dayMillis) * dayMillis + 17 * 3_600_000;
  const jakarta = (millis: number) => new Date(millis + 7 * 3_600_000).toISOString().slice(0, 10);
  const payAt = async (millis: number) => {
    service.clock.advanceSeconds((millis - service.clock.nowMillis()) / 1000);
    // The session of the first player has ended.
    ({ client } = await newPlayer(service));
    return order('settlement');
  };
  const before = await payAt(midnight - 60_000);
  const first = await payAt(midnight);
  const last = await payAt(midnight + dayMillis - 60_000);
  const after = await payAt(midnight + dayMillis);
  const period = ['--from', jakarta(midnight), '--until', jakarta(midnight + dayMillis)];
  const { code, lines } = await settle(header, ...period);
  expect([code, lines.slice(0, -1).map((line) => line.split(' ')[3])]).toEqual([1, [first, last]]);
  // A file that covers more than the period is compared completely.
  const wider = header + [before, first, last, after].map((id) => row(id, '100100')).join('');
  expect((await settle(wider, ...period)).code).toBe(0);
});

test('counts the payments of all pages of a top-up together', async () => {
  const id = await order('settlement');
  await service.db.query(
    "insert into topup_sessions (order_id, topup_id, created_at) values ($1::text || '-2', $1::uuid, now())",
    [id],
  );
  expect((await settle(header + row(`${id}-2`, '100100', 'settlement', `tx-${id}`))).code).toBe(0);
  const twice = header + row(id, '100100') + row(`${id}-2`, '100100');
  expect((await settle(twice)).lines[0]).toContain(
    'was paid with Rp200.200 according to the file, but with Rp100.100',
  );
});

test('adds up lines that are far apart, and leaves nothing of the file behind', async () => {
  const id = await order('settlement');
  await service.db.query(
    "insert into topup_sessions (order_id, topup_id, created_at) select id::text || '-2', id, created_at + interval '1 second' from topups where id = $1",
    [id],
  );
  const strangers = Array.from({ length: 2500 }, (_, index) => row(`stranger-${index}`, '5000'));
  const text = [
    header,
    row(id, '100100'),
    ...strangers,
    row(`${id}-2`, '100100'),
    row(id, '20000', 'refund'),
    ...strangers,
    row(id, '10000', 'refund'),
  ].join('');
  const { code, lines } = await settle(text);
  const where = `DIFFERS  line 2: order ${id} (top-up ${id})`;
  expect([code, lines.slice(0, -1)]).toEqual([
    1,
    [
      `${where} was paid with Rp200.200 according to the file, but with Rp100.100 according to our books`,
      `${where}: refunds are Rp30.000 in the file, but Rp0 in our books`,
      ...strangers.map(
        (_, index) => `DIFFERS  line ${index + 3}: order stranger-${index} for Rp10.000 is not in our books`,
      ),
    ],
  ]);
  expect((await service.db.query('select from settlement_file_orders')).rowCount).toBe(0);
});

test('requires a period', async () => {
  expect((await settle(header, '--from', '2026-01-01')).code).not.toBe(0);
  expect((await settle(header, '--from', '2026-01-02', '--until', '2026-01-02')).lines).toEqual([
    '--until must be after --from',
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
