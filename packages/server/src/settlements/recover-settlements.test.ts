import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { fakeXenditPayouts } from '../checkout/providers/testing/fake-xendit-payouts.ts';
import { findings } from '../payments/testing/payment-fixture.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { administrators, settlingApps, signInAdministrators } from './testing/settlement-fixture.ts';

const fake = await fakeXenditPayouts();
const settings = { PID_ADMINS: administrators, PID_SETTLEMENT_FEE: '2500' };
const service = await startTestService({ ...settings, PID_SETTLEMENTS: 'manual' });
const admins = await signInAdministrators(service);
const [shop, other] = await settlingApps(service, admins, [500_000, 500_000]);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-recover-'));
const environment = {
  PID_DATABASE_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
  PID_ADMINS: administrators,
  PID_SETTLEMENT_FEE: '2500',
  // As after a restore.
  PID_SETTLEMENTS: 'off',
};

afterAll(async () => {
  await rm(folder, { recursive: true });
  expect(await findings(service)).toEqual([]);
});

const head = 'settlement,amount,bankCode,accountNumber,holderName,clientId';
const lineOf = (id: string, amount: number, clientId: string, number = '"=""0012345678"""') =>
  `${id},${amount},BCA,${number},PT Studio Kelinci,${clientId}`;
async function recover(lines: readonly string[], ...more: string[]) {
  const file = path.join(folder, `${randomUUID()}.csv`);
  await writeFile(file, [head, ...lines].join('\r\n'));
  const { code, lines: printed } = await runPid(['settlements', 'recover', file, ...more], environment);
  return { code, results: printed.map((line) => line.replace(/^line \d+ {2}\S+ {2}/, '')) };
}
const bySender = ['--as', 'sender', '--yes'] as const;
async function rowOf(id: string) {
  const { rows } = await service.db.query<{
    status: string;
    provider: string | null;
    problem: string | null;
  }>('select status, provider, problem from settlements where id = $1', [id]);
  return rows[0];
}

test('records transfers that the restored books do not know, once, and another person ends them', async () => {
  const requested = (await shop!.request(100_000)).body.id as string;
  const missing = randomUUID();
  const lines = [lineOf(requested, 100_000, shop!.clientId), lineOf(missing, 200_000, shop!.clientId)];
  expect((await recover(lines)).results).toEqual([expect.stringContaining('--as')]);
  expect((await recover(lines, '--as', 'nobody', '--yes')).results).toEqual([
    expect.stringContaining('not an active administrator'),
  ]);
  expect((await recover(lines, '--as', 'sender')).results).toEqual([
    expect.stringContaining('Nothing was done: say --yes'),
  ]);
  expect(await recover(lines, ...bySender)).toEqual({ code: 0, results: ['sent', 'taken'] });
  expect(await recover(lines, ...bySender)).toEqual({ code: 0, results: ['unchanged', 'unchanged'] });
  // Both with their fees: 102,500 was taken by the request, 202,500 by the record.
  expect(await shop!.balance()).toMatchObject({ balance: 195_000, available: 195_000 });
  for (const id of [requested, missing])
    expect(await rowOf(id)).toEqual({ status: 'sent', provider: null, problem: null });
  expect((await shop!.cancel(requested)).status).toBe(409);
  const paid = (admin: typeof admins.sender, id: string) =>
    admin.post(`/v1/admin/settlements/${id}/paid`, { reference: 'BCA 1' });
  expect((await paid(admins.sender, missing)).status).toBe(403);
  expect((await paid(admins.decider, missing)).body).toMatchObject({ status: 'paid', last4: '5678' });
  expect((await paid(admins.decider, requested)).body).toMatchObject({ status: 'paid', last4: '7890' });
  const { rows } = await service.db.query<{ actor: string; details: object }>(
    "select actor, details from audit_events where action = 'settlement.sent' and target = $1",
    [missing],
  );
  expect(rows).toEqual([
    { actor: 'cli:sender', details: { app: shop!.clientId, amount: 200_000, recovered: true } },
  ]);
});

test('refuses lines that contradict the books or cannot be read, and files with other columns', async () => {
  const cancelled = (await shop!.request(1000)).body.id as string;
  await shop!.cancel(cancelled);
  const kept = (await shop!.request(1000)).body.id as string;
  const lines = [
    lineOf(cancelled, 1000, shop!.clientId),
    lineOf(kept, 2000, shop!.clientId),
    lineOf(randomUUID(), 10_000_000, shop!.clientId),
    lineOf(randomUUID(), 1000, 'app_000000000000000000000000'),
    lineOf('x', 1000, shop!.clientId),
    lineOf(randomUUID(), 0, shop!.clientId),
    lineOf(randomUUID(), 1000, shop!.clientId, '1.2E+15'),
  ];
  const { code, results } = await recover(lines, ...bySender);
  expect([code, results]).toEqual([
    1,
    [
      'refused: the books say that it was cancelled',
      'refused: the books have another app or amount for it',
      expect.stringMatching(/^refused: the app has Rp\S+ of income, and Rp10.002.500 left with the fee$/),
      'refused: no such app',
      'refused: settlement must be its id',
      'refused: amount must be whole rupiah, digits only',
      'refused: accountNumber must be 5-20 digits',
      '7 of 7 lines were refused.',
    ],
  ]);
  const file = path.join(folder, 'other.csv');
  await writeFile(file, 'a,b\n1,2');
  const { text } = await runPid(['settlements', 'recover', file, ...bySender], environment);
  expect(text).toContain('has no columns settlement, amount');
  await shop!.cancel(kept);
});

test('only the owner of the tables records transfers', async () => {
  const file = path.join(folder, 'served.csv');
  await writeFile(file, `${head}\n${lineOf(randomUUID(), 1000, shop!.clientId)}`);
  const served = { ...environment, PID_DATABASE_URL: serviceUrl(service.connectionString) };
  const { code, text } = await runPid(['settlements', 'recover', file, ...bySender], served);
  expect([code, text]).toEqual([1, expect.stringContaining('set PID_DATABASE_OWNER_URL')]);
  const { rows } = await service.db.query<{ name: string }>(
    `select p.proname as name from pg_proc p where p.proname in ('settlement_recover', 'ledger_take_recovered')
       and (p.prosecdef or exists (select from aclexplode(p.proacl) a where a.grantee <> p.proowner))`,
  );
  expect(rows).toEqual([]);
});

test('the status of a provider decides recorded transfers, and none is ordered again', async () => {
  const [known, unknown] = [randomUUID(), randomUUID()];
  await fetch(`${fake.server.url}/v2/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('xnd_payouts:').toString('base64')}`,
      'idempotency-key': known,
    },
    body: JSON.stringify({ reference_id: known, amount: 100_000, currency: 'IDR' }),
  });
  fake.set(known, { status: 'SUCCEEDED' });
  const lines = [known, unknown].map((id) => lineOf(id, 100_000, other!.clientId, '1234567890'));
  const recorded = await recover(lines, '--provider', 'xendit', ...bySender);
  expect(recorded).toEqual({ code: 0, results: ['taken', 'taken'] });
  expect(await rowOf(known)).toEqual({ status: 'sent', provider: 'xendit', problem: 'recovered' });
  const ordering = await startTestService({ ...settings, ...fake.environment }, service);
  await ordering.service.runJob('transfer settlements');
  await expect.poll(async () => (await rowOf(known))?.status).toBe('paid');
  expect(await rowOf(known)).toMatchObject({ problem: null });
  expect(await rowOf(unknown)).toMatchObject({ status: 'sent', problem: 'recovered' });
  expect(fake.payouts()).toHaveLength(1);
  const failed = await admins.decider.post(`/v1/admin/settlements/${unknown}/failed`, { reference: 'none' });
  expect(failed.body).toMatchObject({ status: 'failed' });
  expect((await recover(lines, '--provider', 'other', ...bySender)).results).toEqual([
    expect.stringContaining('must be xendit'),
  ]);
});
