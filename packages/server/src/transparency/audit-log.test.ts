import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { testMasterKey, testSealer } from '../../test/test-sealing.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { auditLog } from './audit-log.ts';
import { lastLogAudit } from './log.store.ts';
import { publishLiabilities } from './publish-liabilities.ts';
import { logOn } from './testing/log-fixture.ts';

async function world() {
  const db = await fileDatabase();
  const ledger = ledgerOn(db);
  const [alice, bob] = [await ledger.player(1_000_000n), await ledger.player(0n)];
  const send = async (count: number) => {
    for (let index = 0; index < count; index += 1) await ledger.send(alice, bob, 10n);
  };
  const { deps, appendAll } = await logOn(db);
  const owner = asSuperuser(db);
  await owner.query("set session_replication_role = 'replica'");
  const { rows } = await owner.query<{ id: string }>('select id from ledger_postings order by id');
  return { db, ledger, deps, owner, send, appendAll, first: rows[0]!.id };
}

const nextMillisecond = () => new Promise<Date>((resolve) => void setImmediate(() => resolve(new Date())));

/** A moment after all postings so far, in the milliseconds of their ids. */
async function cut(): Promise<Date> {
  const begun = Date.now();
  for (;;) {
    const now = await nextMillisecond();
    if (now.getTime() > begun) return now;
  }
}

test('compares the postings since a moment, and all of them on demand', async () => {
  const { db, deps, owner, send, appendAll, first } = await world();
  await send(520);
  await appendAll();
  const since = await cut();
  await send(10);
  await appendAll();
  expect([await auditLog(deps, since), await auditLog(deps)]).toEqual([[], []]);
  expect((await lastLogAudit(db)).findings).toBe(0);
  await owner.query(
    "update ledger_postings set created_at = created_at + interval '5 milliseconds' where id = $1",
    [first],
  );
  expect(await auditLog(deps, since)).toEqual([]);
  expect(await auditLog(deps)).toEqual([`entry 0: posting ${first} differs from the ledger`]);
  // What all entries have shown stays until all of them are compared again.
  expect(await auditLog(deps, since)).toEqual([]);
  expect((await lastLogAudit(db)).findings).toBe(1);
  const { rows } = await owner.query<{ id: string }>(
    'select id from ledger_postings order by id desc limit 1',
  );
  await owner.query(
    "update ledger_postings set created_at = created_at + interval '5 milliseconds' where id = $1",
    [rows[0]!.id],
  );
  expect(await auditLog(deps, since)).toEqual([expect.stringContaining(`posting ${rows[0]!.id} differs`)]);
});

test('a part of the log is compared with the signed root and with the number of postings', async () => {
  const { deps, owner, send, appendAll } = await world();
  await send(520);
  await appendAll();
  const since = await cut();
  await send(2);
  await appendAll();
  await owner.query('create table kept as table log_bundles');
  const restored = () =>
    owner.query('update log_bundles b set entries = k.entries from kept k where k.index = b.index');
  await owner.query(
    "update log_bundles set entries = decode(repeat('01', length(entries)), 'hex') where index = 2",
  );
  expect(await auditLog(deps, since)).toContain('the checkpoint is not the root of the entries');
  await restored();
  expect(await auditLog(deps, since)).toEqual([]);
  await owner.query(
    "update log_tiles set hashes = decode(repeat('01', length(hashes)), 'hex') where level = 1",
  );
  expect(await auditLog(deps, since)).toContain('the checkpoint is not the root of the entries');
});

test('a posting that is neither in the log nor waits for it is found', async () => {
  const { deps, owner, send, appendAll } = await world();
  await appendAll();
  const since = await cut();
  await owner.query("set session_replication_role = 'origin'");
  await send(2);
  await appendAll();
  await send(1);
  expect(await auditLog(deps, since)).toEqual([]);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('delete from ledger_unlogged');
  const { rows } = await owner.query<{ id: string }>(
    'select id from ledger_postings order by id desc limit 1',
  );
  expect(await auditLog(deps, since)).toEqual([`posting ${rows[0]!.id} is not in the log`]);
});

test('many differences of the daily tree do not hide one of the log', async () => {
  const { db, ledger, deps, owner, appendAll, first } = await world();
  for (let count = 0; count < 30; count += 1) await ledger.player(1000n);
  await appendAll();
  await publishLiabilities({ ...deps, sealer: testSealer, time: async () => new Date() });
  expect(await auditLog(deps)).toEqual([]);
  await owner.query('delete from liability_accounts');
  // Younger accounts could be missing in the snapshot.
  await owner.query("update ledger_accounts set created_at = created_at - interval '1 hour'");
  await owner.query(
    "update ledger_postings set created_at = created_at + interval '5 milliseconds' where id = $1",
    [first],
  );
  const findings = await auditLog(deps);
  expect(findings.filter((text) => text.startsWith('account '))).toHaveLength(20);
  expect(findings.slice(20)).toEqual([
    expect.stringMatching(/^the amounts in the daily tree of .* are not its total$/),
    `entry 0: posting ${first} differs from the ledger`,
  ]);
  expect((await lastLogAudit(db)).findings).toBe(22);
});

test('a log without a state is found', async () => {
  const { deps, owner, send, appendAll } = await world();
  await send(1);
  await appendAll();
  await owner.query('delete from log_heads');
  expect(await auditLog(deps)).toEqual(['the log has entries, but no state']);
  await owner.query('delete from log_bundles');
  expect(await auditLog(deps)).toEqual([]);
});

test('a key that was removed is found, unless its account is closed or the key was lost before', async () => {
  const { deps, owner, appendAll, first } = await world();
  await appendAll();
  const { rows } = await owner.query<{ id: string }>(
    'select account_id as id from ledger_entries where posting_id = $1 order by account_id desc limit 1',
    [first],
  );
  const account = rows[0]!.id;
  for (const removal of ["update log_account_keys set sealed_key = ''", 'delete from log_account_keys']) {
    await owner.query(`${removal} where account_id = $1`, [account]);
    expect(await auditLog(deps)).toEqual([`the key of account ${account} was removed`]);
    expect(await auditLog({ ...deps, sealer: null })).toEqual([`the key of account ${account} was removed`]);
  }
  const lost = (size: number) =>
    owner.query(
      'insert into log_lost_account_keys values ($1, 1, $2, now()) on conflict (account_id) do update set size = excluded.size',
      [account, size],
    );
  await lost(0);
  expect(await auditLog(deps)).toEqual([`the key of account ${account} was removed`]);
  await lost(1);
  expect(await auditLog(deps)).toEqual([]);
  await lost(0);
  await owner.query('update ledger_accounts set balance = 0, closed_at = now() where id = $1', [account]);
  expect(await auditLog(deps)).toEqual([]);
});

test('a timer compares all entries once a week, and new ones every night', async () => {
  const { db, owner, send, appendAll } = await world();
  await send(1);
  await appendAll();
  await db.query('delete from ledger_audit_runs');
  const audit = async () => {
    const { code, complaints } = await runPid(['ledger', 'audit', '--full-every', '7'], {
      PID_DATABASE_URL: serviceUrl(db.connectionString),
      PID_MASTER_KEY: testMasterKey,
      PID_CHAIN: 'off',
      PID_LOG_LEVEL: 'silent',
    });
    return [code, complaints.some((line) => line.includes('the public log agrees with the ledger'))];
  };
  expect([await audit(), await audit()]).toEqual([
    [0, true],
    [0, false],
  ]);
  await owner.query("update ledger_audit_runs set at = at - interval '7 days'");
  expect(await audit()).toEqual([0, true]);
  const { rows } = await db.query<{ count: bigint }>('select count(*) from log_audit_runs');
  expect(rows[0]!.count).toBe(3n);
  const { code, text } = await runPid(['ledger', 'audit', '--full-every', 'x'], {
    PID_DATABASE_URL: serviceUrl(db.connectionString),
  });
  expect([code, text]).toEqual([1, '--full-every must be a number of days']);
});
