import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bearing } from '../../test/app-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const ownFolder = await mkdtemp(path.join(tmpdir(), 'pid-dev-'));
onFileEnd(() => rm(ownFolder, { recursive: true, force: true }));
await writeFile(path.join(ownFolder, 'service'), service.baseUrl);
const environment = {
  PID_DATA_DIR: ownFolder,
  PID_DATABASE_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
};

test('one command creates a test player with a handle, money, a session and an app’s bearer', async () => {
  const made = await runPid(
    ['dev', 'player', '--handle', 'budi_test', '--balance', '100000', '--json'],
    environment,
  );
  expect([made.code, made.complaints]).toEqual([0, [`Service: ${service.baseUrl}`]]);
  const player = JSON.parse(made.lines[1]!) as {
    pid: string;
    balance: number;
    cookie: string;
    bearer: string;
  };
  expect(player).toMatchObject({ pid: 'budi_test@pid', balance: 100_000 });
  const client = service.client();
  expect((await client.get('/v1/fiat/balance', bearing(player.bearer))).body.balance).toBe(100_000);
  expect((await client.get('/v1/identity/me', { cookie: player.cookie })).body.pid).toBe('budi_test@pid');
  // The same handle returns the same player with the same app.
  const again = JSON.parse(
    (await runPid(['dev', 'player', '--handle', 'budi_test', '--json'], environment)).lines[1]!,
  );
  expect(again).toMatchObject({
    pid: 'budi_test@pid',
    balance: 100_000,
    clientId: expect.stringMatching(/^app_/),
  });
  expect((await runPid(['dev', 'player'], environment)).lines[1]).toMatch(/^pid +tester_[0-9a-f]{8}@pid$/);
});

test.each([
  [['dev', 'player', '--balance', '1.5'], 'whole rupiah'],
  [['dev', 'player', '--handle', 'admin'], 'reserved'],
  [['dev', 'reset', '--yes'], 'PID_DATABASE_URL names a database of your own'],
])('%j is refused with a message', async (words, sentence) => {
  const { code, complaints } = await runPid(words, environment);
  expect(code).toBe(1);
  expect(complaints.join(' ')).toContain(sentence);
});

test('is refused outside loopback', async () => {
  const elsewhere = { ...environment, PID_BASE_URL: 'https://pid.example' };
  for (const words of [
    ['dev', 'player'],
    ['dev', 'reset', '--yes'],
  ]) {
    const { code, complaints } = await runPid(words, elsewhere);
    expect([code, complaints.length > 0]).toEqual([1, true]);
  }
});

test('stops the embedded database that a command started, and a confirmed reset deletes only our files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-reset-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, 'data');
  const own = { PID_DATA_DIR: dataDir, PID_LOG_LEVEL: 'silent' };
  expect((await runPid(['migrate'], own)).code).toBe(0);
  expect((await runPid(['partitions', 'list'], own)).code).toBe(0);
  // This file exists only while the database runs.
  expect(existsSync(path.join(dataDir, 'connection'))).toBe(false);
  expect((await runPid(['dev', 'reset'], own)).complaints[0]).toContain('Nothing was done: say --yes');
  expect(existsSync(dataDir)).toBe(true);
  await writeFile(path.join(dataDir, 'service'), 'http://localhost:4100\n');
  await writeFile(path.join(dataDir, 'thesis.txt'), 'not ours');
  expect((await runPid(['dev', 'reset', '--yes'], own)).code).toBe(0);
  expect(await readdir(dataDir)).toEqual(['thesis.txt']);
});
