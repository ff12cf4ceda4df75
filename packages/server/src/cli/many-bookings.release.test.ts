import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { interruptiblePid, runPid } from '../../test/command-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { fakeMidtrans } from '../checkout/providers/testing/fake-midtrans.ts';
import { writeMark } from '../checkout/top-up-mark.ts';
import { findings, richPlayer } from '../payments/testing/payment-fixture.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import {
  administrators,
  settlingApps,
  signInAdministrators,
} from '../settlements/testing/settlement-fixture.ts';

/** Commands that book line by line, each in its own transaction: a few thousand lines that are all booked. */
vi.setConfig({ testTimeout: 600_000 });
const count = 2000;
const batchRows = 100;

const serverKey = 'SB-Mid-server-many';
const fake = await fakeMidtrans(serverKey);
const settings = {
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: fake.server.url,
  PID_ADMINS: administrators,
  PID_SETTLEMENTS: 'manual',
};
const service = await startTestService(settings);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-many-'));
const environment = {
  ...settings,
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_DATABASE_OWNER_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_LOG_LEVEL: 'silent',
};
afterAll(async () => {
  await rm(folder, { recursive: true });
  expect(await findings(service)).toEqual([]);
});

const countOf = async (sql: string) =>
  Number((await service.db.query<{ count: bigint }>(`select count(*) ${sql}`)).rows[0]!.count);

async function write(name: string, head: string, lines: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, [head, ...lines, ''].join('\n'));
  return file;
}

test('settlements: records and ends every line, stops at Ctrl-C and continues, and completes without a reader', async () => {
  const admins = await signInAdministrators(service);
  const [shop] = await settlingApps(service, admins, [500_000]);
  const ids = Array.from({ length: count }, () => randomUUID());
  const left = await write(
    'left.csv',
    'settlement,amount,bankCode,accountNumber,holderName,clientId',
    ids.map((id) => `${id},100,BCA,1234567890,PT Filled,${shop!.clientId}`),
  );
  const results = await write(
    'results.csv',
    'settlement,status,reference',
    ids.map((id, index) => `${id},paid,BCA-${index}`),
  );
  for (const { words, booked, outcome } of [
    { words: ['recover', left, '--as', 'sender'], booked: "status = 'sent'", outcome: 'taken' },
    { words: ['import', results, '--as', 'decider'], booked: "status = 'paid'", outcome: 'paid' },
  ]) {
    const command = () => interruptiblePid(['settlements', ...words, '--yes'], environment, batchRows);
    const first = command();
    const stopped = await first.start((printed) => printed === 10 && first.stop());
    expect([stopped.code, stopped.complaints]).toEqual([
      130,
      ['Interrupted after 10 lines, which stay booked. Run the command again: it books nothing twice.'],
    ]);
    expect(await countOf(`from settlements where ${booked}`)).toBe(10);
    const second = command();
    const rest = await second.start((printed) => printed === 20 && second.stop('output closed'));
    expect([rest.code, rest.complaints]).toEqual([0, []]);
    expect(rest.lines.map((line) => line.split('  ')[2])).toEqual(
      ids.map((_, index) => (index < 10 ? 'unchanged' : outcome)),
    );
    expect(await countOf(`from settlements where ${booked}`)).toBe(count);
  }
});

test('ledger recover: books every lost payment once, and says after Ctrl-C how many it has booked', async () => {
  const { identityId } = await richPlayer(service);
  const markKey = await serviceSecret(service, 'topup-marks', randomIds.bytes(32), service.clock.now());
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    const marked = {
      id,
      identityId,
      clientId: null,
      amount: 100n,
      globalFee: 0n,
      appFee: 0n,
      providerFee: 0n,
      feeRule: 1,
      createdAt: service.clock.now(),
    };
    fake.set(id, {
      transaction_status: 'settlement',
      gross_amount: '100.00',
      custom_field1: writeMark(markKey, marked),
    });
  }
  const file = await write(
    'export.csv',
    'Order ID,Transaction ID,Amount,Transaction status',
    ids.map((id) => `${id},tx-${id},100.00,settlement`),
  );
  const since = new Date(service.clock.nowMillis() - 3_600_000).toISOString();
  const words = ['ledger', 'recover', '--since', since, '--file', file, '--yes'];

  // The insertion of the sixth top-up waits for this one, which is rolled back.
  const holder = await service.db.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query('begin');
  await holder.query(
    `insert into topups (id, identity_id, account_id, amount, global_fee, app_fee, provider_fee, fee_rule, provider, created_at, expires_at)
     select $1, $2, id, 100, 0, 0, 0, 1, 'midtrans', now(), now() from ledger_accounts where identity_id = $2`,
    [ids[5], identityId],
  );
  const { start, stop } = interruptiblePid(words, environment, batchRows);
  const running = start();
  await untilBlocked(service.db);
  stop();
  await holder.query('rollback');
  const stopped = await running;
  expect([stopped.code, stopped.complaints.at(-1)]).toEqual([
    130,
    'Interrupted: 6 payments were booked. Run the command again; it books nothing twice.',
  ]);
  const paid = () => countOf("from topups where status = 'paid' and payment_id like 'tx-%'");
  expect(await paid()).toBe(6);
  const rest = await runPid(words, environment);
  expect([rest.code, rest.text]).toEqual([
    0,
    expect.stringContaining(`${count - 6} payments were booked; those`),
  ]);
  expect(await paid()).toBe(count);
  const nothing = await runPid(words, environment);
  expect([nothing.code, nothing.text]).toEqual([0, 'Nothing that was paid since then is missing.']);
});
