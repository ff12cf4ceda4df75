import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { paymentChecks } from './audit-payments.ts';
import { topUpRecords } from '../checkout/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { auditLedger, auditOnceANight } from './audit-ledger.ts';
import { auditCheckNames, runChecks, tryAuditTurn } from './audit-ledger.store.ts';
import { feeTotalsByDay } from './fee-totals.store.ts';
import { fileDatabase, insertApp, ledgerOn, signed, testApps } from './testing/ledger-fixture.ts';
import { depositToApp } from './deposit-to-app.ts';
import { payOutApp } from './pay-out-app.ts';

const db = await fileDatabase();
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory });
apps.set({ clientId: 'game', feeBps: 100 });
const alice = await ledger.player(1_000_000n);
const bob = await ledger.player(1_000_000n);
for (let index = 0; index < 5; index += 1) {
  await ledger.send(alice, bob, 10_000n, { key: `k${index}`, clientId: 'game' });
  await ledger.send(bob, alice, 3000n);
}
await insertApp(db, 'game', alice.identityId);
apps.set({ clientId: 'game', feeBps: 100, ownerIdentityId: alice.identityId });
await payOutApp(ledger.deps, { identityId: alice.identityId, clientId: 'game', amount: 150n }, null, signed);
await depositToApp(
  ledger.deps,
  { identityId: alice.identityId, clientId: 'game', amount: 700n },
  null,
  signed,
);
await payOutApp(ledger.deps, { identityId: alice.identityId, clientId: 'game', amount: 200n }, null, signed);
const escrow = await ledger.deps.book.ofApp('game');

const superuser = asSuperuser(db);

const command = (...words: string[]) => runPid(words, { PID_DATABASE_URL: db.connectionString });

test('an intact ledger passes, and the command exits with code 0', async () => {
  expect((await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings).toEqual([]);
  const { code, lines } = await command('ledger', 'audit');
  expect([code, lines]).toEqual([
    0,
    [expect.stringMatching(/^The ledger is whole: \d+ accounts, 15 postings, \d+ entries/)],
  ]);
  const { rows } = await db.query<{ findings: number }>('select findings from ledger_audit_runs order by id');
  expect(rows).toEqual([{ findings: 0 }, { findings: 0 }]);
});

/** Changes rows without triggers, as a database superuser could, runs the checks and rolls back. */
async function tampered(sql: string, values: unknown[] = []): Promise<string[]> {
  const undo = new Error('undo');
  let broken: string[] = [];
  const work = async (tx: Tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(sql, values);
    broken = [
      ...new Set((await runChecks(tx, topUpRecords)).findings.map(({ check, row }) => `${check}: ${row}`)),
    ];
    throw undo;
  };
  await superuser.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return broken;
}

test('finds every kind of tampering and names the rows', async () => {
  const found = new Set<string>();
  const tamper = async (sql: string, values: unknown[], ...named: string[]) => {
    const broken = await tampered(sql, values);
    for (const line of broken) found.add(line.split(': ')[0]!);
    for (const name of named) expect(broken.some((line) => line.includes(name))).toBe(true);
    expect(broken.length).toBeGreaterThan(0);
  };
  const account = `account ${alice.account}`;
  await tamper(
    'update ledger_accounts set balance = balance + 1 where id = $1',
    [alice.account],
    'sum 1',
    account,
  );
  await tamper(
    'update ledger_entries set balance_after = balance_after + 1 where account_id = $1 and version = 2',
    [alice.account],
    `${account} entry 2`,
    `${account} entry 3`,
  );
  await tamper(
    'delete from ledger_entries where account_id = $1 and version = 2',
    [alice.account],
    `${account} entry 3`,
  );
  await tamper(
    'update ledger_entries set amount = amount - 5 where account_id = $1 and version = 2',
    [alice.account],
    'sum to zero',
  );
  await tamper(
    'update ledger_postings set amount = amount + 1 where payer_id = $1',
    [alice.account],
    'are as it says',
  );
  await tamper(
    "update ledger_postings set global_fee = global_fee + 1, app_fee = app_fee - 1 where payer_id = $1 and type = 'send'",
    [alice.account],
    'what its rule says',
  );
  await tamper(
    "update ledger_postings set created_at = created_at - interval '1 hour' where id = (select posting_id from ledger_entries where account_id = $1 and version = 4)",
    [alice.account],
    'time follows',
  );
  await tamper(
    "update ledger_keys set subject = gen_random_uuid() where key = 'k1'",
    [],
    `key of account ${alice.account}`,
  );
  await tamper(
    "update ledger_postings set amount = amount + 1 where type = 'payout'",
    [],
    'the escrow of every app',
  );
  const leftOver = `do not exceed its escrow: account ${escrow}`;
  await tamper('update ledger_accounts set deposited = 499 where id = $1', [escrow], leftOver);
  await tamper('update ledger_accounts set deposited = 501 where id = $1', [escrow], leftOver);
  await tamper('update ledger_accounts set deposited = 0 where id = $1', [escrow], leftOver);
  await tamper(
    `alter table ledger_accounts drop constraint ledger_accounts_deposited; update ledger_accounts set deposited = 1 where id = ${alice.account}`,
    [],
    `do not exceed its escrow: ${account}`,
  );
  await tamper("update ledger_postings set type = 'send' where type = 'deposit'", [], leftOver);
  await tamper(
    "update ledger_postings set type = 'deposit' where id = (select posting_id from ledger_entries where account_id = $1 and version = 1)",
    [escrow],
    'to its escrow, without a fee',
  );
  const wrongDeposit = 'to its escrow, without a fee: posting';
  for (const change of [
    `payer_id = ${bob.account}`,
    `payee_id = ${bob.account}`,
    'app_id = null',
    'app_fee = 1',
    'global_fee = 1',
    'provider_fee = 1',
    'amount = 701',
  ])
    await tamper(`update ledger_postings set ${change} where type = 'deposit'`, [], wrongDeposit);
  await tamper(
    "update ledger_entries e set account_id = $1, version = 99 from ledger_postings p where p.id = e.posting_id and p.type = 'deposit' and e.amount < 0",
    [bob.account],
    wrongDeposit,
  );
  await tamper('update apps set owner_id = $1', [bob.identityId], wrongDeposit);
  await tamper(
    "insert into ledger_postings (id, type, amount, reference, created_at) values (gen_random_uuid(), 'topup', 5, gen_random_uuid(), now())",
    [],
    'every paid top-up',
  );
  await tamper(
    "update ledger_accounts set balance = -7 where name = 'receivables'",
    [],
    'owed to the platform',
  );
  await tamper(
    'update ledger_entries set balance_after = -1 where account_id = $1 and version = 1',
    [alice.account],
    `now or ever: ${account} entry 1`,
  );
  await tamper(
    "update identities set status = 'deleted', deleted_at = now() where id = $1",
    [alice.identityId],
    `a closed account is empty, and so is one whose holder is gone: ${account}`,
  );
  await tamper(
    "insert into ledger_suspense (id, source, account_id, amount, reason, since, posting_id) values (gen_random_uuid(), 'topup', $1, 5, 'paid_twice', now(), gen_random_uuid())",
    [alice.account],
    'suspense holds what its rows say',
  );
  await tamper(
    "update ledger_accounts set balance = balance + 1 where name = 'settlements'",
    [],
    'exactly their sum: settlements',
  );
  await tamper(
    "insert into ledger_postings (id, type, amount, reference, created_at) values (gen_random_uuid(), 'settlement', 5, gen_random_uuid(), now())",
    [],
    'no other settlement was posted: posting',
  );
  await tamper(
    "update ledger_accounts set balance = balance + 1 where name = 'activations'",
    [],
    'exactly their sum: activations',
  );
  await tamper(
    "insert into ledger_postings (id, type, amount, reference, created_at) values (gen_random_uuid(), 'activation', 5, gen_random_uuid(), now())",
    [],
    'returned once if it did not land: posting',
  );
  // The tests of payments cover the checks between payments and the ledger.
  const ofPayments = new Set(paymentChecks.map(({ name }) => name));
  expect([...found].toSorted()).toEqual(auditCheckNames.filter((name) => !ofPayments.has(name)).toSorted());
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
