import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import { fakeMidtrans } from './providers/testing/fake-midtrans.ts';
import { writeMark } from './top-up-mark.ts';

const serverKey = 'SB-Mid-server-test';
const fake = await fakeMidtrans(serverKey);
const payments = {
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: fake.server.url,
};
const service = await startTestService(payments);
const anybody = service.client();
const superuser = asSuperuser(service);
const markKey = await serviceSecret(service, 'topup-marks', randomIds.bytes(32), service.clock.now());
const environment = {
  ...payments,
  PID_DATABASE_URL: service.connectionString,
  PID_BASE_URL: service.baseUrl,
  PID_MASTER_KEY: testMasterKey,
  PID_LOG_LEVEL: 'silent',
};

const notify = (body: unknown) => anybody.post('/v1/payments/midtrans/notifications', body);
const statusRequests = () =>
  fake.server.requests.filter(({ path: asked }) => asked.endsWith('/status')).length;

async function opened(amount = 100_000) {
  const { client } = await newPlayer(service);
  const { id, total } = (await client.post('/v1/fiat/topups', { amount })).body as {
    id: string;
    total: number;
  };
  await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  const order = fake.server.requests.find(
    ({ body }) => (body['transaction_details'] as { order_id?: string } | undefined)?.order_id === id,
  )!;
  const balance = async () => (await client.get('/v1/fiat/balance')).body.balance as number;
  return { id, gross: `${total}.00`, mark: String(order.body['custom_field1']), balance };
}

/** Deletes the rows, as a restore to an earlier moment does. */
async function forget(id: string): Promise<void> {
  await superuser.query("set session_replication_role = 'replica'");
  await superuser.query('delete from topup_sessions where topup_id = $1', [id]);
  await superuser.query('delete from topups where id = $1', [id]);
  await superuser.query("set session_replication_role = 'origin'");
}

async function expectWhole(): Promise<void> {
  expect((await runPid(['ledger', 'audit'], environment)).text).toContain('The ledger is whole');
}

test('a notice credits, once, a charge that a restore has removed from the books', async () => {
  const { id, gross, mark, balance } = await opened();
  expect(mark.length).toBeLessThanOrEqual(255);
  await forget(id);
  const settled = { transaction_status: 'settlement', gross_amount: gross };
  fake.set(id, settled);
  const notice = { ...fake.notice(id, settled), custom_field1: mark };
  const answers = await Promise.all([notify(notice), notify(notice), notify(notice)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await notify(notice)).status).toBe(200);
  expect(await balance()).toBe(100_000);
  await expectWhole();
});

test('a charge of a player missing from the backup goes to suspense', async () => {
  const stranger = randomUUID();
  const marked = {
    id: randomUUID(),
    identityId: stranger,
    clientId: `app_${randomBytes(12).toString('hex')}`,
    amount: 50_000n,
    globalFee: 50n,
    appFee: 25n,
    providerFee: 0n,
    feeRule: 1,
    createdAt: service.clock.now(),
  };
  const settled = { transaction_status: 'settlement', gross_amount: '50075.00' };
  fake.set(marked.id, settled);
  const notice = { ...fake.notice(marked.id, settled), custom_field1: writeMark(markKey, marked) };
  expect((await notify(notice)).status).toBe(200);
  const { rows } = await service.db.query(
    'select amount, reason, reference from ledger_suspense where reference = $1',
    [marked.id],
  );
  expect(rows).toEqual([{ amount: 50_075n, reason: 'account_closed', reference: marked.id }]);
  await expectWhole();
});

test('refuses a forged mark without a status request, and a mark of another order', async () => {
  const { id, gross, mark } = await opened();
  const settled = { transaction_status: 'settlement', gross_amount: gross };
  const other = randomUUID();
  fake.set(other, settled);
  const before = statusRequests();
  const forged = writeMark(randomBytes(32), { ...(await markedOf(id)), id: other });
  expect((await notify({ ...fake.notice(other, settled), custom_field1: forged })).status).toBe(404);
  expect(
    (await notify({ ...fake.notice(other, settled), custom_field1: mark.replace(id, other) })).status,
  ).toBe(404);
  expect(statusRequests()).toBe(before);
  expect((await notify({ ...fake.notice(other, settled), custom_field1: mark })).status).toBe(404);
  expect((await service.db.query('select from topups where id = $1', [other])).rowCount).toBe(0);
});

async function markedOf(id: string) {
  return (
    await service.db.query<Parameters<typeof writeMark>[1]>(
      `select id, identity_id as "identityId", client_id as "clientId", amount, global_fee as "globalFee", app_fee as "appFee",
         provider_fee as "providerFee", fee_rule as "feeRule", created_at as "createdAt" from topups where id = $1`,
      [id],
    )
  ).rows[0]!;
}

test("`pid ledger recover` lists charges that are in the provider's file but not in the books, asks, and books them", async () => {
  const { id, gross, mark, balance } = await opened(70_000);
  await forget(id);
  fake.set(id, { transaction_status: 'settlement', gross_amount: gross, custom_field1: mark });
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-recover-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'export.csv');
  await writeFile(
    file,
    `Order ID,Transaction ID,Amount,Transaction status\n${id},tx-${id},${gross},settlement\n`,
  );
  const since = new Date(service.clock.nowMillis() - 60_000).toISOString();
  const recover = (...words: string[]) =>
    runPid(['ledger', 'recover', '--since', since, '--file', file, ...words], environment);
  const asked = await recover();
  expect([asked.code, asked.complaints.join('\n')]).toEqual([1, expect.stringContaining(`${id}  Rp`)]);
  expect(asked.complaints.at(-1)).toContain('1 payments are not in the books. Book them? Nothing was done');
  expect(await balance()).toBe(0);
  const done = await recover('--yes', '--json');
  expect(done.code).toBe(0);
  expect(JSON.parse(done.lines.at(-1)!)).toMatchObject({ recovered: [{ orderId: id, state: 'paid' }] });
  expect(await balance()).toBe(70_000);
  expect((await recover('--yes')).text).toContain('Nothing that was paid since then is missing.');
  expect((await runPid(['ledger', 'recover', '--since', 'yesterday'], environment)).code).toBe(1);
  await expectWhole();
});

test('`pid ledger recover` says without a file that it cannot know, and lists lines that are not ours', async () => {
  const { id, gross } = await opened();
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-recover-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'export.csv');
  const recover = (...words: string[]) =>
    runPid(['ledger', 'recover', '--since', service.clock.now().toISOString(), ...words], environment);

  const blind = await recover();
  expect(blind.code).toBe(1);
  expect(blind.text).toContain('it cannot be known whether others are missing');
  expect(blind.text).not.toContain('Nothing that was paid since then is missing');

  const stranger = randomUUID();
  fake.set(stranger, { transaction_status: 'settlement', gross_amount: '5000.00' });
  const header = 'Order ID,Transaction ID,Amount,Transaction status\n';
  await writeFile(
    file,
    `${header}${id},tx-${id},${gross},settlement\n${stranger},tx-1,5000.00,settlement\nx,tx-2,a lot,settlement\n`,
  );
  const { code, lines } = await recover('--file', file);
  expect([code, lines]).toEqual([
    1,
    [
      `UNKNOWN  line 3: order ${stranger} for Rp5.000 is not in the books and does not carry our mark`,
      'UNREAD  line 4 could not be read: its amount a lot is not a whole number of rupiah',
      expect.stringContaining('1 lines of the file are not in the books and do not carry our mark'),
    ],
  ]);

  await writeFile(file, 'Reference,Amount\n');
  expect((await recover('--file', file)).text).toContain('is a file of xendit');
});
