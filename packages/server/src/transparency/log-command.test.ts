import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeKey, openCheckpoint, restartHash } from '@pid/protocol/books';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { readHead } from './log.store.ts';
import { logOn } from './testing/log-fixture.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pid-log-'));
afterAll(() => rm(folder, { recursive: true }));
const db = await fileDatabase();
const log = await logOn(db);
const ledger = ledgerOn(db);
await ledger.player(1000n);
await log.appendAll();
const environment = {
  PID_DATABASE_URL: serviceUrl(db.connectionString),
  PID_MASTER_KEY: testMasterKey,
  PID_CHAIN: 'off',
  PID_LOG_LEVEL: 'silent',
};
const pid = (...words: string[]) => runPid(['log', ...words], environment);

test('shows the log', async () => {
  const { code, text } = await pid('status');
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^origin {2}pid\.example\/log\nkey {5}pid\.example\/log\+/),
  ]);
});

test('asks before it rotates the key, and says the new one', async () => {
  expect(await pid('rotate')).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was done') });
  const { code, text } = await pid('rotate', '--yes');
  expect([code, text]).toEqual([0, expect.stringContaining('The new key is pid.example/log+')]);
  const key = /pid\.example\/log\+\S+(?=\.)/.exec(text)![0];
  const signed = async () => {
    const { checkpoint } = (await readHead(db))!;
    const opened = openCheckpoint(checkpoint!, decodeKey(key));
    return [opened?.size, opened?.signatures.length];
  };
  const { size } = (await readHead(db))!;
  // Before the next posting.
  expect(await signed()).toEqual([size, 2]);
  await ledger.player(1000n);
  await log.appendAll();
  expect(await signed()).toEqual([size + 1, 2]);
});

test('continues or restarts the log of a restored database', async () => {
  const { checkpoint } = (await readHead(db))!;
  const file = path.join(folder, 'checkpoint');
  await writeFile(file, checkpoint!);
  await asSuperuser(db).query("update log_heads set place = '1/1/00000001'");
  expect((await pid('status')).text).toContain('nothing is signed until `pid log restart` has run');
  expect(await pid('continue', file)).toMatchObject({ code: 0 });
  expect((await pid('status')).text).not.toContain('nothing is signed');
  await asSuperuser(db).query("update log_heads set place = 'lost'");
  expect((await pid('status')).text).toContain(
    'This database has lost entries of the log that were published: nothing is signed',
  );
  expect(await pid('restart')).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was done') });
  expect(await pid('restart', '--last', path.join(folder, 'missing'))).toMatchObject({ code: 1 });
  await writeFile(path.join(folder, 'other'), 'text');
  expect(await pid('restart', '--yes', '--last', path.join(folder, 'other'))).toMatchObject({
    code: 1,
    text: 'The text is not a checkpoint of a log.',
  });
  const { code, text } = await pid('restart', '--yes', '--last', file);
  expect([code, text]).toEqual([0, expect.stringContaining('The log is now pid.example/log/2')]);
  await (await logOn(db)).appendAll();
  const { rows } = await db.query<{ entries: Buffer }>('select entries from log_bundles where log = 2');
  expect(rows[0]!.entries.subarray(0, 32).equals(restartHash(checkpoint!))).toBe(true);
  const { rows: events } = await db.query<{ action: string }>(
    "select action from audit_events where action like 'log.%' order by id",
  );
  expect(events.map(({ action }) => action)).toEqual(['log.key_rotated', 'log.continued', 'log.restarted']);
});

test('asks before it publishes reserves', async () => {
  expect(await pid('reserves', '5000000', 'BCA statement')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(await pid('reserves', '--yes', 'Rp1', 'BCA')).toMatchObject({ code: 1 });
  expect(await pid('reserves', '--yes', '1', 'x')).toMatchObject({ code: 1 });
  expect(await pid('reserves', '--yes', '1', 'BCA', '--at', '2999-01-01')).toMatchObject({
    code: 1,
    text: expect.stringContaining('--at is in the future'),
  });
  expect(
    await pid('reserves', '--yes', '5000000', 'BCA', 'statement', '--at', '2026-11-16T08:00:00Z'),
  ).toMatchObject({
    code: 0,
  });
  const { rows } = await db.query('select amount, source, at, entered_by as by from reserves');
  expect(rows).toEqual([
    { amount: 5_000_000n, source: 'BCA statement', at: new Date('2026-11-16T08:00:00Z'), by: 'cli' },
  ]);
});
