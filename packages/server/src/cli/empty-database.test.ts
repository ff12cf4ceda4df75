import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { emptyDatabase } from '../../test/new-database.ts';
import { commandsBelow } from '../../test/every-command.ts';
import { testMasterKey } from '../../test/test-sealing.ts';

const settings = {
  PID_DATABASE_URL: (await emptyDatabase()).ownerUrl,
  PID_MASTER_KEY: testMasterKey,
  PID_LOG_LEVEL: 'silent',
  PID_CHAIN: 'off',
};

const notMigrated = 'The database was never migrated, or is of an earlier release: run `pid migrate` first.';

/** These commands run until they are stopped, migrate the database, or need none. */
const others = new Set([
  'start',
  'migrate',
  'registrar',
  'chain serve',
  'doctor',
  'keys generate',
  'witness',
]);

/** These commands are refused with their own message before they read the database. */
const refusedBefore = /^(?:chain|dev|settlements) |^ledger (?:recover|settle)$/;

const values: Readonly<Record<string, string>> = {
  pid: 'nobody@pid',
  client_id: 'app_0123456789abcdef01234567',
  'pid|client_id': 'nobody@pid',
  id: '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f',
  topup: '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f',
  table: 'audit_events',
  checkpoint: fileURLToPath(import.meta.url),
  'source...': 'a bank statement',
};
const flags: Readonly<Record<string, readonly string[]>> = {
  'admin credential add': ['--name', 'robot', '--role', 'reader'],
  'breach list': ['--since', '2026-01-01T00:00:00Z', '--until', '2026-01-02T00:00:00Z'],
  'identity export': ['--out', '/nowhere/export.json', '--reason', 'a test'],
  'ledger clawback': ['because', 'of a test'],
  'partitions detach': ['--before', '2026-01'],
  'sessions end': ['--all'],
};

const leaves = (await commandsBelow())
  .filter(({ isGroup }) => !isGroup)
  .map(({ words }) => words.join(' '))
  .filter((command) => !others.has(command));

test.each(leaves)('%s refuses an unmigrated database in one sentence', async (command) => {
  const words = command.split(' ');
  const { text } = await runPid([...words, '--help'], settings);
  const asked = [.../^Usage: pid (.*)$/m.exec(text)![1]!.matchAll(/<([^>]+)>/g)];
  const given = asked.map(([, name]) => values[name!] ?? '1');
  const { code, complaints } = await runPid(
    [...words, ...given, ...(flags[command] ?? []), '--yes'],
    settings,
  );
  if (!refusedBefore.test(command)) expect([code, complaints]).toEqual([1, [notMigrated]]);
  else
    expect([code, complaints.join(' ')]).toEqual([expect.any(Number), expect.not.stringMatching(/\n\s+at /)]);
  expect(code).not.toBe(0);
});
