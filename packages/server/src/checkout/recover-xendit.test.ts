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
import { fakeXendit } from './providers/testing/fake-xendit.ts';
import { writeMark } from './top-up-mark.ts';

const fake = await fakeXendit('xnd_test');
const payments = {
  PID_PAYMENT_PROVIDER: 'xendit',
  PID_XENDIT_SECRET_KEY: 'xnd_test',
  PID_XENDIT_CALLBACK_TOKEN: 'callback-token',
  PID_PAYMENT_API_URL: fake.server.url,
};
const service = await startTestService(payments);
const superuser = asSuperuser(service);
const markKey = await serviceSecret(service, 'topup-marks', randomIds.bytes(32), service.clock.now());
const environment = {
  ...payments,
  PID_DATABASE_URL: service.connectionString,
  PID_BASE_URL: service.baseUrl,
  PID_MASTER_KEY: testMasterKey,
  PID_LOG_LEVEL: 'silent',
};
const anybody = service.client();
const notify = (body: unknown) =>
  anybody.post('/v1/payments/xendit/notifications', body, { 'x-callback-token': 'callback-token' });
const since = () => new Date(service.clock.nowMillis() - 60_000).toISOString();
const recover = (...words: string[]) =>
  runPid(['ledger', 'recover', '--since', since(), ...words], environment);

async function opened(amount: number) {
  const { client } = await newPlayer(service);
  const { id } = (await client.post('/v1/fiat/topups', { amount })).body as { id: string };
  await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  return { id, balance: async () => (await client.get('/v1/fiat/balance')).body.balance as number };
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
  const { id, balance } = await opened(100_000);
  await forget(id);
  fake.set(id, { status: 'COMPLETED' });
  const notice = fake.sessionNotice(id, 'COMPLETED');
  const answers = await Promise.all([notify(notice), notify(notice), notify(notice)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await balance()).toBe(100_000);
  await expectWhole();
});

test('a charge of a player missing from the backup goes to suspense; a forged mark is refused', async () => {
  const marked = {
    id: randomUUID(),
    identityId: randomUUID(),
    clientId: null,
    amount: 50_000n,
    globalFee: 50n,
    appFee: 0n,
    providerFee: 0n,
    feeRule: 1,
    createdAt: service.clock.now(),
  };
  const session = (mark: string) => ({
    reference_id: marked.id,
    payment_session_id: `ps-${marked.id}`,
    status: 'COMPLETED',
    amount: 50_050,
    currency: 'IDR',
    metadata: { mark },
  });
  fake.set(marked.id, session(writeMark(randomBytes(32), marked)));
  expect((await notify(fake.sessionNotice(marked.id, 'COMPLETED'))).status).toBe(404);
  fake.set(marked.id, session(writeMark(markKey, marked)));
  expect((await notify(fake.sessionNotice(marked.id, 'COMPLETED'))).status).toBe(200);
  const { rows } = await service.db.query('select amount, reason from ledger_suspense where reference = $1', [
    marked.id,
  ]);
  expect(rows).toEqual([{ amount: 50_050n, reason: 'account_closed' }]);
  await expectWhole();
});

test('`pid ledger recover` books charges whose notices arrived, and lists those that only the file contains', async () => {
  const [heard, unheard] = [await opened(70_000), await opened(30_000)];
  for (const { id } of [heard, unheard]) {
    await forget(id);
    fake.set(id, { status: 'COMPLETED' });
  }
  // The notice arrived while the provider's status API was down.
  fake.server.brokenStatus = 502;
  expect((await notify(fake.sessionNotice(heard.id, 'COMPLETED'))).status).toBe(503);
  fake.server.brokenStatus = null;
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-recover-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'report.csv');
  const lines = [heard, unheard].map(
    ({ id }) => `py-${id},tx-${id},PAYMENT,TRANSACTION,${id},IDR,70070,CREDIT`,
  );
  await writeFile(
    file,
    `Product ID,Transaction ID,Transaction Type,Line Type,Reference,Currency,Amount,Debit or Credit\n${lines.join('\n')}\n`,
  );
  const done = await recover('--file', file, '--yes');
  expect([done.code, done.complaints.at(-1)]).toEqual([1, expect.stringContaining(unheard.id)]);
  expect(done.complaints.at(-1)).toContain('send their notices again');
  expect(done.complaints.at(-1)).not.toContain(heard.id);
  expect([await heard.balance(), await unheard.balance()]).toEqual([70_000, 0]);
  expect((await notify(fake.sessionNotice(unheard.id, 'COMPLETED'))).status).toBe(200);
  const again = await recover('--file', file, '--yes');
  expect([again.code, again.text]).toEqual([0, 'Nothing that was paid since then is missing.']);
  expect(await unheard.balance()).toBe(30_000);
  await expectWhole();
});
