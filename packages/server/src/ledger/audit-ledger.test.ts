import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { paymentChecks } from './audit-payments.ts';
import { topUpRecords } from '../checkout/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { auditLedger, auditOnceANight } from './audit-ledger.ts';
import { auditCheckNames, sealsCheck, tryAuditTurn } from './audit-ledger.store.ts';
import { wholeLedger } from './audit-scope.store.ts';
import { feeTotalsByDay } from './fee-totals.store.ts';
import { fileDatabase, ledgerOn, testApps } from './testing/ledger-fixture.ts';
import { findingsAfter, playMonth, tamperings } from './testing/tamperings.ts';

const db = await fileDatabase();
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory });
const world = await playMonth(ledger, apps);
const { alice } = world;

const superuser = asSuperuser(db);

const command = (...words: string[]) =>
  runPid(words, { PID_DATABASE_URL: db.connectionString, PID_DATA_DIR: '/nowhere' });

test('an intact ledger passes, and the command exits with code 0', async () => {
  expect((await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings).toEqual([]);
  const { code, lines } = await command('ledger', 'audit');
  expect([code, lines]).toEqual([
    0,
    [
      expect.stringMatching(/^Without the master key, amounts are not compared/),
      expect.stringMatching(/^The ledger is whole: \d+ accounts, 15 postings, \d+ entries/),
    ],
  ]);
  const { rows } = await db.query<{ findings: number }>('select findings from ledger_audit_runs order by id');
  expect(rows).toEqual([{ findings: 0 }, { findings: 0 }]);
});

/** Changes rows without triggers, as a database superuser could, runs the checks and rolls back. */
const tampered = (sql: string) => findingsAfter(superuser, sql);
const found = new Set<string>();

test.each(tamperings(world).map((tampering) => [tampering.sql, tampering] as const))(
  'finds: %s',
  async (_sql, { sql, named }) => {
    const broken = await tampered(sql);
    for (const name of named) expect(broken.some((line) => line.includes(name))).toBe(true);
    for (const line of broken) found.add(line.split(': ')[0]!);
  },
);

test('no check is left without a tampering that it finds', async () => {
  // The tests of payments cover the checks between payments and the ledger.
  const elsewhere = new Set([...paymentChecks(wholeLedger).map(({ name }) => name), sealsCheck]);
  expect([...found].toSorted()).toEqual(auditCheckNames.filter((name) => !elsewhere.has(name)).toSorted());
  expect((await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings).toEqual([]);
});

test('the command exits with code 1 when a check fails', async () => {
  await db.query('alter table ledger_accounts disable trigger user');
  await db.query('update ledger_accounts set balance = balance + 1 where id = $1', [alice.account]);
  const { code, lines } = await command('ledger', 'audit');
  expect(code).toBe(1);
  expect(lines).toContain(
    `BROKEN  every account stands where its last entry left it: account ${alice.account}`,
  );
  expect(lines.at(-1)).toMatch(/^The ledger is broken in 2 places/);
  await db.query('update ledger_accounts set balance = balance - 1 where id = $1', [alice.account]);
  await db.query('alter table ledger_accounts enable trigger user');
});

test('fee income is summed by day', async () => {
  const now = systemClock.now();
  const [day] = await feeTotalsByDay(db, new Date(now.getTime() - 3_600_000), now);
  expect(day).toMatchObject({ sends: 10n, topUps: 2n, globalFees: 1000n, appFees: 500n, providerFees: 0n });
  expect((await command('ledger', 'fees', '2')).lines.join('\n')).toContain('Rp1.000  Rp500  Rp0');
  expect((await command('ledger', 'wrong')).code).toBe(2);
});

test('the audit runs once a night, on one of several nodes', async () => {
  let now = new Date('2030-03-01T18:30:00Z');
  const clock = {
    now: () => now,
    nowMillis: () => now.getTime(),
    nowSeconds: () => Math.floor(now.getTime() / 1000),
  };
  const deps = { db, clock, topUps: topUpRecords, log: createLogger('silent'), timeZone: 'Asia/Jakarta' };
  // In a new database it is due at any time.
  await db.query('delete from ledger_audit_runs');
  now = new Date('2030-03-01T12:00:00Z');
  expect((await auditOnceANight(deps))?.findings).toEqual([]);
  await db.query('delete from ledger_audit_runs');
  now = new Date('2030-03-01T18:30:00Z');
  // At half past one in Jakarta the audit is not due yet.
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2030-03-01T00:00:00Z', 1, 0, 1)",
  );
  expect(await auditOnceANight(deps)).toBeNull();
  now = new Date('2030-03-01T19:01:00Z');
  const results = await Promise.all([auditOnceANight(deps), auditOnceANight(deps), auditOnceANight(deps)]);
  expect(results.filter((result) => result !== null)).toHaveLength(1);
  expect(await auditOnceANight(deps)).toBeNull();
  now = new Date('2030-03-02T19:01:00Z');
  expect((await auditOnceANight(deps))?.findings).toEqual([]);
});

test('does not audit while another transaction holds the audit lock', async () => {
  const clock = {
    now: () => new Date('2031-01-01T20:00:00Z'),
    nowMillis: () => 1_925_064_000_000,
    nowSeconds: () => 1_925_064_000,
  };
  const deps = { db, clock, topUps: topUpRecords, log: createLogger('silent'), timeZone: 'Asia/Jakarta' };
  await db.transaction(async (tx) => {
    expect(await tryAuditTurn(tx)).toBe(true);
    expect(await auditOnceANight(deps)).toBeNull();
  });
  expect(await auditOnceANight(deps)).not.toBeNull();
});
