import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { topUpRecords } from '../checkout/index.ts';
import { manualClock } from '../platform/clock.ts';
import { sqlState, type Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { auditLedger } from './audit-ledger.ts';
import { runChecks } from './audit-ledger.store.ts';
import { newPostingId } from './posting-id.ts';
import { forgetNotes } from './postings.store.ts';
import { monthlySeal, sealMonths } from './seal-months.ts';
import { listSeals, sealStep, unsealedDays } from './seals.store.ts';
import { fileDatabase, fund, ledgerOn } from './testing/ledger-fixture.ts';
import { hashesOf, sealAllAt, sealAt, stepAt } from './testing/sealed-months.ts';

const daySeconds = 86_400;
const restrictViolation = '23001';

/** Books with two players who exchange money twice a month, from the given month on. */
async function booksFrom(start: string) {
  const db = await fileDatabase();
  const clock = manualClock(new Date(start));
  const ledger = ledgerOn(db, { clock });
  const [alice, bob] = [await ledger.player(1_000_000n), await ledger.player(1_000_000n)];
  return {
    db,
    clock,
    ledger,
    alice,
    bob,
    send: (amount: bigint) => ledger.send(alice, bob, amount),
    async sendAt(moment: string, amount: bigint) {
      clock.advanceSeconds((new Date(moment).getTime() - clock.nowMillis()) / 1000);
      return ledger.send(alice, bob, amount);
    },
  };
}

async function closingsOf(db: Database, month: string) {
  const { rows } = await db.query<{ account_id: bigint; version: bigint; balance: bigint }>(
    'select account_id, version, balance from ledger_closings where month = $1 order by 1',
    [`${month}-01`],
  );
  return rows.map((row) => [row.account_id, row.version, row.balance]);
}

const intact = async (db: Database, full: boolean) =>
  (await auditLedger({ db, clock: manualClock(new Date()), topUps: topUpRecords }, { full })).findings;

test('seals every month with its counts, closing balances and a hash that others can compute', async () => {
  const { db, alice, bob, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-01-31T23:59:59.999Z', 1000n);
  await sendAt('2025-02-01T00:00:00Z', 2000n);
  await sendAt('2025-04-02T00:00:00Z', 3000n);
  await sendAt('2025-05-04T00:00:00Z', 4000n);
  expect(await sealAllAt(db, '2025-05-10T00:00:00Z')).toEqual(['2025-01', '2025-02', '2025-03', '2025-04']);

  const seals = await listSeals(db);
  expect(seals.map(({ month, postings, entries, moved }) => [month, postings, entries, moved])).toEqual([
    ['2025-01', 3n, 7n, 2_001_100n],
    ['2025-02', 1n, 3n, 2100n],
    // A month without postings.
    ['2025-03', 0n, 0n, 0n],
    ['2025-04', 1n, 3n, 3100n],
  ]);
  expect((await closingsOf(db, '2025-01')).slice(0, 2)).toEqual([
    [alice.account, 2n, 998_900n],
    [bob.account, 2n, 1_001_000n],
  ]);
  expect(await closingsOf(db, '2025-03')).toEqual([]);
  expect((await closingsOf(db, '2025-04')).slice(0, 2)).toEqual([
    [alice.account, 4n, 993_700n],
    [bob.account, 4n, 1_006_000n],
  ]);
  // Accounts that did not move have no closing balance of the month: payment clearing moved in January only.
  expect((await closingsOf(db, '2025-02')).map(([account]) => account)).toHaveLength(3);
  expect(seals.map(({ hash }) => hash.toString('hex'))).toEqual(await hashesOf(db));
  expect(new Set(seals.map(({ hash }) => hash.toString('hex'))).size).toBe(4);
  expect(await intact(db, true)).toEqual([]);
  expect(await intact(db, false)).toEqual([]);

  const { code, lines } = await runPid(['ledger', 'seals'], { PID_DATABASE_URL: db.connectionString });
  expect(code).toBe(0);
  expect(lines).toHaveLength(5);
  expect(lines[1]).toBe(`2025-01  3  7  Rp2.001.100  ${seals[0]!.hash.toString('hex')}`);
});

test('seals nothing in an empty ledger', async () => {
  const db = await fileDatabase();
  expect(await sealAt(db, '2030-01-01T00:00:00Z')).toBeNull();
  expect(await unsealedDays(db)).toBe(0);
  const { lines } = await runPid(['ledger', 'seals'], { PID_DATABASE_URL: db.connectionString });
  expect(lines).toEqual(['No month is sealed yet.']);
});

test('waits two days, for a later posting and for an audit that found nothing, and seals one month an hour', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  const run = (at: string, findings: number, since: string | null = null) =>
    db.query(
      'insert into ledger_audit_runs (at, seconds, findings, entries, since) values ($1, 1, $2, 0, $3)',
      [at, findings, since],
    );
  const outcomeAt = async (now: string) => (await stepAt(db, now)).outcome;
  await run('2025-02-03T00:00:00Z', 0);
  // The database's clock says that the month is over, but the books do not.
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('idle');
  await sendAt('2025-02-02T23:59:59Z', 1n);
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('idle');
  await sendAt('2025-02-03T00:00:00Z', 1n);
  expect(await outcomeAt('2025-02-02T23:59:59Z')).toBe('idle');
  await run('2025-02-03T00:00:00Z', 1);
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('idle');
  await run('2025-01-31T00:00:00Z', 0);
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('idle');
  // A run over the whole ledger found something that a later run since a sealed month cannot see.
  await run('2025-02-03T00:00:00Z', 2);
  await run('2025-02-03T00:00:00Z', 0, '2025-01-01T00:00:00Z');
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('idle');
  await run('2025-02-03T00:00:00Z', 0);
  expect(await outcomeAt('2025-02-03T00:00:00Z')).toBe('begun');
  expect(await sealAt(db, '2025-02-03T00:00:00Z')).toBe('2025-01');

  await sendAt('2025-04-05T00:00:00Z', 1n);
  expect(await sealAt(db, '2025-04-05T00:00:00Z')).toBe('2025-02');
  expect(await sealAt(db, '2025-04-05T00:59:59Z')).toBeNull();
  expect(await sealAt(db, '2025-04-05T01:00:00Z')).toBe('2025-03');
});

test('refuses postings in a month that is sealed or being sealed', async () => {
  const { db, clock, ledger, send, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await sealAt(db, '2025-02-11T00:00:00Z');
  const strangers = [await ledger.player(), await ledger.player()] as const;
  const postAt = (moment: string, account = strangers[0].account, other = strangers[1].account) =>
    db
      .query(
        "select ledger_write($1, $2, 'forfeit', null, $3, null, 5, 0, 0, 0, null, null, array[$3, $4]::bigint[], array[5, -5]::bigint[])",
        [moment, newPostingId(clock, randomIds), account, other],
      )
      .then(() => 'posted', sqlState);
  await db.query('alter table ledger_accounts drop constraint ledger_accounts_not_negative');
  expect(await postAt('2025-01-31T23:59:59.999Z')).toBe(restrictViolation);
  expect(await postAt('2024-06-01T00:00:00Z')).toBe(restrictViolation);
  expect(await postAt('2025-02-01T00:00:00Z')).toBe('posted');

  // A node whose clock was set back by weeks: accounts that moved later are not affected, others are refused.
  clock.advanceSeconds(-30 * daySeconds);
  await expect(send(1n)).resolves.toMatchObject({ createdAt: new Date('2025-02-10T00:00:00Z') });
  const [payer, payee] = [await ledger.player(), await ledger.player()];
  const unmoved = (moment: string) => postAt(moment, payer.account, payee.account);
  expect(await unmoved('2025-01-11T00:00:00Z')).toBe(restrictViolation);

  await sendAt('2025-03-10T00:00:00Z', 1n);
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2025-03-10', 1, 0, 0)",
  );
  expect((await stepAt(db, '2025-03-11T00:00:00Z')).outcome).toBe('begun');
  expect(await unmoved('2025-02-28T00:00:00Z')).toBe(restrictViolation);
});

async function connect(db: Database): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.connectionString });
  await client.connect();
  onFileEnd(() => client.end());
  return client;
}

const postInJanuary = (client: pg.Client, account: bigint) =>
  client.query(
    "select ledger_write('2025-01-20', gen_random_uuid(), 'topup', null, $1, null, 5, 0, 0, 0, null, null, array[$1, 9000000000000000005]::bigint[], array[5, -5]::bigint[])",
    [account],
  );

test('waits for a transaction that posted into the month before sealing began', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  const late = await connect(db);
  const newcomer = await ledgerOn(db).player();
  await late.query('begin');
  await postInJanuary(late, newcomer.account);
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2025-02-10', 1, 0, 0)",
  );
  const step = async () => (await stepAt(db, '2025-02-11T00:00:00Z')).outcome;
  expect(await step()).toBe('begun');
  for (let count = 0; count < 5; count += 1) expect(await step()).toBe('waits');
  await late.query('commit');
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
  expect(await closingsOf(db, '2025-01')).toContainEqual([newcomer.account, 1n, 5n]);
  expect((await listSeals(db)).map(({ hash }) => hash.toString('hex'))).toEqual(await hashesOf(db));
});

test('waits for a transaction that posted into the month while the beginning was not committed', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  const newcomer = await ledgerOn(db).player();
  const [sealer, late] = [await connect(db), await connect(db)];
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2025-02-10', 1, 0, 0)",
  );
  await sealer.query('begin');
  expect((await stepAt(sealer, '2025-02-11T00:00:00Z')).outcome).toBe('begun');
  // Its number is higher than that of the transaction that begins, and it cannot see the beginning.
  await late.query('begin');
  await postInJanuary(late, newcomer.account);
  await sealer.query('commit');
  for (let count = 0; count < 5; count += 1)
    expect((await stepAt(sealer, '2025-02-11T00:00:00Z')).outcome).toBe('waits');
  await late.query('commit');
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
  expect(await closingsOf(db, '2025-01')).toContainEqual([newcomer.account, 1n, 5n]);
  await late.query('begin isolation level repeatable read');
  await expect(postInJanuary(late, newcomer.account)).rejects.toThrow('isolation level read committed');
});

test('a connection that is killed between and within steps changes nothing', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  for (let day = 11; day < 29; day += 1) await sendAt(`2025-01-${day}T12:34:56.789Z`, 10n);
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2025-02-10', 1, 0, 0)",
  );
  const [now, seen] = ['2025-02-11T00:00:00Z', new Set<string>()];
  for (let count = 0; ; count += 1) {
    const node = new pg.Client({ connectionString: db.connectionString });
    node.on('error', () => {});
    await node.connect();
    await node.query('begin');
    const { outcome } = await stepAt(node, now);
    seen.add(outcome);
    // Every other connection is ended by the server before it can commit.
    if (count % 2 === 0) {
      const { rows } = await node.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await expect(node.query('commit')).rejects.toThrow();
      await node.end();
      continue;
    }
    await node.query('commit');
    await node.end();
    if (outcome === 'sealed') break;
  }
  expect(seen).toContain('read');
  expect((await listSeals(db)).map(({ hash }) => hash.toString('hex'))).toEqual(await hashesOf(db));
  expect(await intact(db, true)).toEqual([]);
});

test('several nodes seal a month once', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  for (let day = 11; day < 29; day += 1) await sendAt(`2025-01-${day}T12:00:00Z`, 10n);
  await sendAt('2025-03-10T00:00:00Z', 1n);
  const log = createLogger('silent');
  const told = vi.spyOn(log, 'info');
  const clock = manualClock(new Date());
  await intact(db, false);
  // Outcomes depend on timing; the number of sealed months does not.
  while ((await listSeals(db)).length === 0)
    await Promise.all(Array.from({ length: 6 }, () => sealMonths({ db, clock, log })));
  expect(told.mock.calls).toEqual([
    [expect.objectContaining({ month: '2025-01', hash: (await hashesOf(db))[0] }), 'ledger month sealed'],
  ]);
  // The next month is sealed an hour later.
  await sealMonths({ db, clock, log });
  expect(await listSeals(db)).toHaveLength(1);
  expect(monthlySeal({ db, clock, log }).everySeconds).toBeLessThan(600);
});

test('a node seals nothing while its clock and the clock of the database differ', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-03-10T00:00:00Z', 1n);
  await intact(db, false);
  const log = createLogger('silent');
  for (const apart of [-61_000, 61_000])
    await sealMonths({ db, clock: manualClock(new Date(Date.now() + apart)), log });
  expect((await db.query('select from ledger_seals')).rowCount).toBe(0);
  expect((await sealStep(db)).outcome).toBe('begun');
});

test('an account whose entries do not continue its closing balance stops the sealing', async () => {
  const { db, alice, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await sendAt('2025-03-10T00:00:00Z', 1n);
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
  const superuser = asSuperuser(db);
  await superuser.query("set session_replication_role = 'replica'");
  await superuser.query('update ledger_closings set balance = balance + 1 where account_id = $1', [
    alice.account,
  ]);
  await expect(sealAt(db, '2025-03-11T00:00:00Z')).rejects.toThrow(
    `the entries of account ${alice.account} do not continue its closing balance`,
  );
  expect(await listSeals(db)).toHaveLength(1);
});

test('nobody changes a sealed month, not even the owner of the tables', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
  for (const statement of [
    'update ledger_seals set entries = 0',
    'update ledger_seals set sealed_at = null',
    'delete from ledger_seals',
    'truncate ledger_seals',
    'update ledger_closings set balance = 0',
    "update ledger_closings set month = '2020-01-01'",
    'delete from ledger_closings',
    'truncate ledger_closings',
    "insert into ledger_closings values (999, '2025-01-01', 1, 1, 0)",
  ])
    expect([statement, await db.query(statement).then(() => 'done', sqlState)]).toEqual([
      statement,
      restrictViolation,
    ]);
});

test('the owner deletes a month that was sealed while the clock was ahead', async () => {
  const year = new Date().getUTCFullYear() + 1;
  const { db, sendAt } = await booksFrom(`${year - 2}-12-10T00:00:00Z`);
  await sendAt(`${year}-12-20T00:00:00Z`, 1n);
  await sealAllAt(db, `${year}-12-20T00:00:00Z`);
  const sealed = (await listSeals(db)).length;
  const newcomer = await ledgerOn(db).player();
  await expect(fund(db, newcomer.identityId, 10n)).rejects.toThrow('the clock is behind');
  await db.query('delete from ledger_seals where until > now()');
  await db.query('delete from ledger_closings where month not in (select month from ledger_seals)');
  expect((await listSeals(db)).length).toBeLessThan(sealed);
  await fund(db, newcomer.identityId, 10n);
  expect(await intact(db, true)).toEqual([]);
  expect(await intact(db, false)).toEqual([]);
});

test('the first month includes postings from before it', async () => {
  const { db, ledger, sendAt } = await booksFrom('2025-03-10T00:00:00Z');
  await sendAt('2025-04-10T00:00:00Z', 1n);
  const newcomer = await ledger.player();
  // The clock of a node was behind, and its ids sort after the first one.
  await db.query(
    "select ledger_write('2025-01-20', 'ffffffff-0000-7000-8000-000000000000', 'topup', null, $1, null, 5, 0, 0, 0, null, null, array[$1, 9000000000000000005]::bigint[], array[5, -5]::bigint[])",
    [newcomer.account],
  );
  expect(await sealAt(db, '2025-04-11T00:00:00Z')).toBe('2025-03');
  expect(await closingsOf(db, '2025-03')).toContainEqual([newcomer.account, 1n, 5n]);
  expect((await listSeals(db)).map(({ hash }) => hash.toString('hex'))).toEqual(await hashesOf(db));
  expect(await intact(db, true)).toEqual([]);
  expect(await intact(db, false)).toEqual([]);
});

test('a month that a restore has undone is sealed again with the same hash', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await sendAt('2025-03-10T00:00:00Z', 1n);
  await sealAllAt(db, '2025-03-11T00:00:00Z');
  const [january, february] = await listSeals(db);
  const superuser = asSuperuser(db);
  await superuser.query("set session_replication_role = 'replica'");
  for (const table of ['ledger_seals', 'ledger_closings'])
    await superuser.query(`delete from ${table} where month = '2025-02-01'`);
  expect((await intact(db, false)).length).toBe(0);
  // A charge that was paid since the moment of the restore is booked now.
  await ledgerOn(db, { clock: manualClock(new Date('2025-03-12T00:00:00Z')) }).player(700n);
  expect(await sealAllAt(db, '2025-03-13T00:00:00Z')).toEqual(['2025-02']);
  const again = await listSeals(db);
  expect(again.map(({ hash }) => hash)).toEqual([january!.hash, february!.hash]);
  expect(await intact(db, true)).toEqual([]);
});

test('continues in a database that was loaded from a dump in the middle of sealing', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await db.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2025-02-10', 1, 0, 0)",
  );
  expect((await stepAt(db, '2025-02-11T00:00:00Z')).outcome).toBe('begun');
  const superuser = asSuperuser(db);
  await superuser.query("set session_replication_role = 'replica'");
  // The number of a transaction of the other server.
  await superuser.query("update ledger_seals set waits_for = '1000000000000'");
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
});

test('erasing notes and closing accounts leaves sealed months as they are', async () => {
  const { db, clock, ledger, alice, bob, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await ledger.send(alice, bob, 10n, { note: 'happy birthday' });
  const gone = await ledger.player(50n);
  await sendAt('2025-02-10T00:00:00Z', 1n);
  expect(await sealAt(db, '2025-02-11T00:00:00Z')).toBe('2025-01');
  const before = await hashesOf(db);
  expect(await ledger.close(gone)).toMatchObject({ outcome: 'closed' });
  await ledger.send(bob, alice, 900_000n);
  await db.query(
    "select ledger_write($1, $2, 'forfeit', $3, $4, null, $5, 0, 0, 0, null, null, array[$3, $4]::bigint[], array[-$5::bigint, $5]::bigint[])",
    [clock.now(), newPostingId(clock, randomIds), bob.account, alice.account, 99_111n],
  );
  expect(await ledger.close(bob)).toMatchObject({ outcome: 'closed' });
  while (await forgetNotes(db, 30));
  expect((await db.query('select from ledger_postings where note is not null')).rowCount).toBe(0);
  expect(await hashesOf(db)).toEqual(before);
  expect(await intact(db, true)).toEqual([]);
  expect(await intact(db, false)).toEqual([]);
});

test('tells how long a month has been due', async () => {
  const { db, clock, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  await sendAt('2025-01-20T00:00:00Z', 1n);
  expect(await unsealedDays(db)).toBe(0);
  clock.advanceSeconds((Date.now() - clock.nowMillis()) / 1000);
  await ledgerOn(db).player(5n);
  const days = (Date.now() - Date.parse('2025-02-01T00:00:00Z')) / 86_400_000;
  expect(await unsealedDays(db)).toBeCloseTo(days, 1);
  await sealAt(db, new Date().toISOString());
  expect(await unsealedDays(db)).toBeCloseTo(days - 28, 1);
});

test('an audit since a sealed month reads only the rows since then', async () => {
  const { db, sendAt } = await booksFrom('2025-01-10T00:00:00Z');
  for (let day = 11; day < 29; day += 1) await sendAt(`2025-01-${day}T12:00:00Z`, 10n);
  await sendAt('2025-02-10T00:00:00Z', 1n);
  await sealAt(db, '2025-02-11T00:00:00Z');
  const command = (...words: string[]) =>
    runPid(['ledger', 'audit', ...words], {
      PID_DATABASE_URL: db.connectionString,
      PID_DATA_DIR: '/nowhere',
    });
  const since = await command();
  expect([since.code, since.lines]).toEqual([
    0,
    [
      expect.stringMatching(/^Without the master key, amounts are not compared/),
      expect.stringMatching(
        /^The ledger is whole since 2025-02-01T00:00:00.000Z: \d+ accounts, 1 of 21 postings, 3 of 61 entries, /,
      ),
      'Earlier months are sealed; --full checks them too.',
    ],
  ]);
  const full = await command('--full');
  expect(full.code).toBe(0);
  expect(full.lines.at(-1)).toMatch(/^The ledger is whole: \d+ accounts, 21 postings, 61 entries, /);
  expect(full.complaints).toContainEqual(
    expect.stringMatching(/^[\d.]+ s {2}(\d+)\/\d+ {2}sealed month 2025-01$/),
  );
  expect(full.complaints.at(-1)).toMatch(/^[\d.]+ s {2}(\d+)\/\1 {2}the public log agrees with the ledger$/);
  const again = await command('--full', '--json');
  expect(again.complaints[0]).toMatch(/^The last full audit, on .*Z, read 61 entries in [\d.]+ s\.$/);
  expect(JSON.parse(again.lines.at(-1)!)).toMatchObject({ findings: [], since: null });
  const { rows } = await db.query<{ entries: bigint; since: Date | null }>(
    'select entries, since from ledger_audit_runs order by id desc limit 3',
  );
  expect(rows.map(({ entries, since: from }) => [entries, from?.toISOString() ?? null])).toEqual([
    [61n, null],
    [61n, null],
    [3n, '2025-02-01T00:00:00.000Z'],
  ]);
  await db.transaction(async (tx) =>
    expect((await runChecks(tx, topUpRecords)).counts).toMatchObject({ postings: 1n, allEntries: 61n }),
  );
});
