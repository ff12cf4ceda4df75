import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings } from '../payments/testing/payment-fixture.ts';
import { administrators, settlingApps, signInAdministrators } from './testing/settlement-fixture.ts';

const service = await startTestService({ PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' });
const admins = await signInAdministrators(service);
const [shop, blocked] = await settlingApps(service, admins, [500_000, 500_000]);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-settlements-'));
const environment = {
  PID_DATABASE_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
  PID_SETTLEMENTS: 'manual',
  PID_ADMINS: administrators,
};
const pid = (...words: string[]) => runPid(['settlements', ...words, '--yes'], environment);
const inFolder = (name: string) => path.join(folder, name);
const statusOf = async (id: string) =>
  (await shop!.list()).body.items.find((item: { id: string }) => item.id === id).status as string;

afterAll(async () => {
  await rm(folder, { recursive: true });
  expect(await findings(service)).toEqual([]);
});

test('exports requested settlements once, and imports what became of them by another person', async () => {
  const ids: string[] = [];
  for (const amount of [10_000, 20_000, 30_000]) ids.push((await shop!.request(amount)).body.id);
  const { body: held } = await blocked!.request(40_000);
  await admins.approver.call('pauseApp', { client_id: blocked!.clientId });

  const nameless = await pid('export', inFolder('a.csv'));
  expect([nameless.code, nameless.text]).toEqual([1, expect.stringContaining('--as')]);
  const invented = await pid('export', inFolder('a.csv'), '--as', 'somebody');
  expect([invented.code, invented.text]).toEqual([1, expect.stringContaining('not an active administrator')]);
  // Both commands ask first.
  const unasked = await runPid(['settlements', 'export', inFolder('a.csv'), '--as', 'sender'], environment);
  expect(unasked.text).toContain('Nothing was done: say --yes');
  const exported = await pid('export', inFolder('a.csv'), '--as', 'sender');
  expect([exported.code, exported.text]).toEqual([0, expect.stringContaining('3 settlements, Rp60.000')]);
  const csv = await readFile(inFolder('a.csv'), 'utf8');
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFsettlement,amount,bankCode,accountNumber,holderName,clientId,requestedAt',
    expect.stringMatching(`^${ids[0]},10000,BCA,"=""1234567890""",PT Studio Kelinci,${shop!.clientId},`),
  ]);
  expect((await stat(inFolder('a.csv'))).mode % 0o1000).toBe(0o600);
  expect(await statusOf(ids[0]!)).toBe('sent');
  // The money of a paused app stays.
  expect(csv).not.toContain(held.id);

  // Nothing is in two files, and a file is not overwritten, but a lost one can be written again.
  expect((await pid('export', inFolder('a.csv'), '--as', 'sender')).code).toBe(1);
  expect((await pid('export', inFolder('b.csv'), '--as', 'sender')).text).toContain('0 settlements');
  const exportId = /Export (\S+)/.exec(exported.text)![1]!;
  await pid('export', inFolder('c.csv'), '--as', 'sender', '--again', exportId);
  expect(await readFile(inFolder('c.csv'), 'utf8')).toBe(csv);
  const { rows: audited } = await service.db.query(
    "select actor, target, details from audit_events where action = 'settlement.exported_again'",
  );
  expect(audited).toEqual([{ actor: 'cli:sender', target: exportId, details: { count: 3, amount: 60_000 } }]);
  const { rows: exports } = await service.db.query(
    "select operation, details ->> 'options' as options from security_events where event = 'export'",
  );
  expect(exports).toEqual([
    { operation: 'pid settlements export', options: expect.stringContaining(`--again ${exportId}`) },
  ]);
  await pid('export', inFolder('plain.csv'), '--as', 'sender', '--again', exportId, '--plain');
  expect(await readFile(inFolder('plain.csv'), 'utf8')).toBe(
    csv.replaceAll('"=""1234567890"""', '1234567890'),
  );

  const results = [
    'settlement,status,reference,reason',
    `${ids[0]},paid,TRX 1,`,
    `${ids[1]},failed,TRX 2,Account closed`,
    `${ids[2]},lost,TRX 3,`,
    `${held.id},paid,TRX 4,`,
  ].join('\n');
  await writeFile(inFolder('results.csv'), results);
  const unread = await runPid(
    ['settlements', 'import', inFolder('results.csv'), '--as', 'decider'],
    environment,
  );
  expect(unread.text).toContain('Nothing was done: say --yes');
  // `sender` sent them and `approver@pid` approved the account, here as on the pages.
  for (const person of ['sender', 'sender@pid', 'SENDER', 'approver@pid']) {
    const { code, text } = await pid('import', inFolder('results.csv'), '--as', person);
    expect([person, code, text]).toEqual([person, 1, expect.stringContaining('4 of 4 lines were refused')]);
  }
  const imported = await pid('import', inFolder('results.csv'), '--as', 'decider');
  expect(imported.code).toBe(1);
  expect(imported.lines.map((line) => line.replace(/^line \d+ {2}\S+ {2}/, ''))).toEqual([
    'paid',
    'failed',
    'refused: status must be paid or failed',
    'refused: The settlement is already requested',
    '2 of 4 lines were refused.',
  ]);
  expect([await statusOf(ids[0]!), await statusOf(ids[1]!), await statusOf(ids[2]!)]).toEqual([
    'paid',
    'failed',
    'sent',
  ]);
  // Importing the same file again changes nothing.
  await writeFile(inFolder('again.csv'), results.split('\n').slice(0, 3).join('\r\n'));
  const again = await pid('import', inFolder('again.csv'), '--as', 'decider');
  expect([again.code, again.text.match(/unchanged/g)]).toEqual([0, ['unchanged', 'unchanged']]);
  await pid('export', inFolder('d.csv'), '--as', 'sender', '--again', exportId);
  // A settlement that has ended is not transferred again.
  expect((await readFile(inFolder('d.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(2);
  const { rows } = await service.db.query<{ actor: string }>(
    "select actor from audit_events where target = $1 and action in ('settlement.sent', 'settlement.paid') order by id",
    [ids[0]],
  );
  expect(rows.map(({ actor }) => actor)).toEqual(['cli:sender', 'cli:decider']);
  await admins.approver.call('resumeApp', { client_id: blocked!.clientId });
});

test('concurrent exports and sendings share the settlements between them', async () => {
  for (const amount of [1000, 2000, 3000, 4000]) await shop!.request(amount);
  const { items } = (await shop!.list()).body as { items: { id: string; status: string }[] };
  const open = items.filter(({ status }) => status === 'requested').map(({ id }) => id);
  const names = ['race-1.csv', 'race-2.csv', 'race-3.csv'];
  const [sent] = await Promise.all([
    admins.sender.post(`/v1/admin/settlements/${open[0]}/sent`, {}),
    ...names.map((name) => pid('export', inFolder(name), '--as', 'sender')),
  ]);
  const lines = (await Promise.all(names.map((name) => readFile(inFolder(name), 'utf8')))).flatMap((csv) =>
    csv.trim().split('\r\n').slice(1),
  );
  const found = open.map((id) => lines.filter((line) => line.startsWith(id)).length);
  expect(found.slice(1)).toEqual([1, 1, 1]);
  expect(found[0]! + (sent.status === 200 ? 1 : 0)).toBe(1);
});

test('is refused while settlements are off, and for a file that cannot be read', async () => {
  const off = await runPid(['settlements', 'export', inFolder('off.csv'), '--as', 'sender', '--yes'], {
    ...environment,
    PID_SETTLEMENTS: 'off',
  });
  expect([off.code, off.text]).toEqual([1, expect.stringContaining('Settlements to bank accounts are off')]);
  expect((await pid('import', inFolder('missing.csv'), '--as', 'decider')).code).toBe(1);
  await writeFile(inFolder('other.csv'), 'a,b\n1,2');
  expect((await pid('import', inFolder('other.csv'), '--as', 'decider')).text).toContain('has no columns');
});
