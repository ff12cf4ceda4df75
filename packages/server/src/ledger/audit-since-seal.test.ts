import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, sampleOf, searchLimits } from '../../../../test/support/searches.ts';
import { runPid } from '../../test/command-helper.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { topUpRecords } from '../checkout/index.ts';
import { manualClock } from '../platform/clock.ts';
import { openDatabase, serviceUrl, type Database } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { auditLedger } from './audit-ledger.ts';
import { insertAuditRun, lastAuditRun, sealsCheck } from './audit-ledger.store.ts';
import { depositToApp } from './deposit-to-app.ts';
import { payOutApp } from './pay-out-app.ts';
import { fileDatabase, fund, insertApp, ledgerOn, signed, testApps } from './testing/ledger-fixture.ts';
import { hashesOf, sealAllAt, sealAt } from './testing/sealed-months.ts';
import { findingsAfter, playMonth, tamperings } from './testing/tamperings.ts';
import { listSeals, sealStep } from './seals.store.ts';

const daySeconds = 86_400;

const db = await fileDatabase();
const superuser = asSuperuser(db);
const clock = manualClock(new Date('2025-01-10T00:00:00Z'));
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory, clock });
const pass = () => clock.advanceSeconds(daySeconds);
const dormant = await ledger.player(500n);
const sealed = await playMonth(ledger, apps, undefined, pass);
clock.advanceSeconds(30 * daySeconds);
const open = await playMonth(ledger, apps, sealed, pass);
await sealAt(db, clock.now().toISOString());

test('has one sealed month and one open month with the same moves', async () => {
  const [seal] = await listSeals(db);
  expect(seal!.until > sealed.until && seal!.until < open.from).toBe(true);
  expect(await findingsAfter(superuser, 'select')).toEqual([]);
  expect(await findingsAfter(superuser, 'select', { full: true })).toEqual([]);
});

test.each(tamperings(open).map((tampering) => [tampering.sql, tampering] as const))(
  'an audit since the sealed month finds: %s',
  async (_sql, { sql, named }) => {
    const broken = await findingsAfter(superuser, sql);
    for (const name of named) expect(broken).toContainEqual(expect.stringContaining(name));
  },
);

test.each(sampleOf(tamperings(sealed), 15).map((tampering) => [tampering.sql, tampering] as const))(
  'an audit of the whole ledger finds in the sealed month: %s',
  async (_sql, { sql, named, isPast }) => {
    const broken = await findingsAfter(superuser, sql, { full: true });
    for (const name of named) expect(broken).toContainEqual(expect.stringContaining(name));
    if (!isPast) return;
    // Changes of keys, and of tables outside of the ledger, are not covered by the hash.
    if (/ledger_(?:postings|entries)/.test(sql.replaceAll(/\(select.*?\)/g, '')))
      expect(broken).toContainEqual(expect.stringContaining(`${sealsCheck}: month 2025-01`));
    expect(await findingsAfter(superuser, sql)).toEqual(visibleSince(sql));
  },
);

/** An entry of a sealed posting on an account that moved since gets a number that is already used. */
function visibleSince(sql: string): unknown {
  return sql.includes(`account_id = ${sealed.bob.account}, version = 999`) ? expect.any(Array) : [];
}

test.each([
  [`update ledger_closings set balance = balance + 1 where account_id = ${dormant.account}`, true],
  [`update ledger_closings set version = version + 1 where account_id = ${dormant.account}`, true],
  [`update ledger_closings set balance = balance + 1 where account_id = ${sealed.alice.account}`, true],
  [`delete from ledger_closings where account_id = ${dormant.account}`, true],
  [`update ledger_closings set deposited = deposited + 1 where account_id = ${sealed.escrow}`, true],
  [`insert into ledger_closings values (8000000000000000000, '2025-01-01', 1, 5, 0)`, false],
  [`update ledger_seals set hash = sha256(hash)`, false],
  [`update ledger_seals set entries = entries + 1`, false],
])('a changed seal is found: %s', async (sql, isSeenSince) => {
  expect(await findingsAfter(superuser, sql, { full: true })).toContainEqual(
    expect.stringContaining(`${sealsCheck}: month 2025-01`),
  );
  expect((await findingsAfter(superuser, sql)).length > 0).toBe(isSeenSince);
});

test('an account that did not move since is compared with its closing balance', async () => {
  const change = (to: bigint, amount: string) =>
    `update ledger_accounts set balance = balance ${amount} where id = ${to}`;
  // Two changes that leave the sum at zero.
  const sql = `${change(dormant.account, '+ 5')}; ${change(sealed.bob.account, '- 5')}`;
  expect(await findingsAfter(superuser, sql)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`last entry left it: account ${dormant.account}`),
      expect.stringContaining(`last entry left it: account ${sealed.bob.account}`),
    ]),
  );
});

test("audits and seals with the privileges of the service's role", async () => {
  const service = openDatabase({
    connectionString: serviceUrl(db.connectionString),
    poolSize: 2,
    log: createLogger('silent'),
  });
  onFileEnd(() => service.close());
  const audit = (full: boolean) => auditLedger({ db: service, clock, topUps: topUpRecords }, { full });
  expect((await audit(false)).findings).toEqual([]);
  expect((await audit(true)).findings).toEqual([]);
  expect((await sealStep(service)).outcome).toBe('idle');
});

test('findings of the whole ledger stay until the whole ledger passes', async () => {
  const run = (findings: number, since: Date | null) =>
    insertAuditRun(db, { at: clock.now(), seconds: 1, findings, entries: 0n, since });
  const [seal] = await listSeals(db);
  await run(3, null);
  await run(0, seal!.until);
  expect(await lastAuditRun(db)).toMatchObject({ findings: 3 });
  await run(2, seal!.until);
  expect(await lastAuditRun(db)).toMatchObject({ findings: 5 });
  await run(0, null);
  expect(await lastAuditRun(db)).toMatchObject({ findings: 0 });
});

test('the command names what is broken since the sealed month', async () => {
  await superuser.query("set session_replication_role = 'replica'");
  await superuser.query(`update ledger_accounts set balance = balance + 1 where id = ${dormant.account}`);
  const { code, lines } = await runPid(['ledger', 'audit'], {
    PID_DATABASE_URL: db.connectionString,
    PID_DATA_DIR: '/nowhere',
  });
  expect(code).toBe(1);
  expect(lines).toContain(
    `BROKEN  every account stands where its last entry left it: account ${dormant.account}`,
  );
  expect(lines.at(-1)).toMatch(/^The ledger is broken in 2 places since 2025-02-01T00:00:00.000Z \(/);
  await superuser.query(`update ledger_accounts set balance = balance - 1 where id = ${dormant.account}`);
  await superuser.query("set session_replication_role = 'origin'");
});

const move = fc.record({
  kind: fc.constantFrom('send', 'send', 'send', 'fund', 'deposit', 'payout', 'join', 'close', 'seal'),
  days: fc.constantFrom(0, 0, 1, 3, 9, 33),
  /** Clocks of nodes differ, by hours at most. */
  skewHours: fc.constantFrom(0, 0, 0, -20, 20),
  from: fc.nat(7),
  to: fc.nat(7),
  amount: fc.integer({ min: 1, max: 500 }),
});

/** Whether the entries of every account before a moment have the lowest numbers. */
async function arePrefixes(of: Database, moment: Date): Promise<boolean> {
  const { rows } = await of.query<{ wrong: bigint }>(
    `select count(*) as wrong from (
       select max(e.version) filter (where p.created_at < $1) as before, min(e.version) filter (where p.created_at >= $1) as since
       from ledger_entries e join ledger_postings p on p.id = e.posting_id group by e.account_id
     ) a where a.before > a.since`,
    [moment],
  );
  return rows[0]!.wrong === 0n;
}

test(
  'audits with and without sealed months agree on books of several months and several nodes',
  searchLimits,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
        const books = await fileDatabase();
        const start = new Date('2025-01-10T00:00:00Z');
        const [time, node] = [manualClock(start), manualClock(start)];
        const ownApps = testApps();
        const of = ledgerOn(books, { apps: ownApps.directory, clock: node });
        const players = [];
        for (let count = 0; count < 3; count += 1) players.push(await of.player(5000n));
        const owner = players[0]!;
        await insertApp(books, 'game', owner.identityId);
        ownApps.set({ clientId: 'game', ownerIdentityId: owner.identityId, feeFlat: 7 });
        const input = { ...owner, origin: null, clientId: 'game' };
        let sealedMonths = 0;
        for (const { kind, days, skewHours, from, to, amount } of moves) {
          time.advanceSeconds(days * daySeconds);
          node.advanceSeconds((time.nowMillis() - node.nowMillis()) / 1000 + skewHours * 3600);
          const [payer, payee] = [players[from % players.length]!, players[to % players.length]!];
          const sum = BigInt(amount);
          // Refusals (no money, own account, closed account) are as good as moves.
          const tried = async () => {
            if (kind === 'send') await of.send(payer, payee, sum, { clientId: 'game' });
            if (kind === 'fund') await fund(books, payee.identityId, sum, node);
            if (kind === 'deposit') await depositToApp(of.deps, { ...input, amount: sum }, null, signed);
            if (kind === 'payout') await payOutApp(of.deps, { ...input, amount: sum }, null, signed);
            if (kind === 'join') players.push(await of.player(sum));
            if (kind === 'close') await of.close(payee);
          };
          await tried().catch((error: Error) => expect(String(error)).not.toContain('clock is behind'));
          if (kind === 'seal') sealedMonths += (await sealAllAt(books, time.now().toISOString())).length;
        }
        // The books move on, so that the last month can be sealed too.
        time.advanceSeconds(40 * daySeconds);
        await fund(books, players[1]!.identityId, 5n, time).catch(() => {});
        await ledgerOn(books, { clock: time }).player(5n);
        sealedMonths += (await sealAllAt(books, time.now().toISOString())).length;

        const seals = await listSeals(books);
        expect(seals).toHaveLength(sealedMonths);
        expect(sealedMonths).toBeGreaterThan(0);
        for (const { until } of seals) expect(await arePrefixes(books, until)).toBe(true);
        expect(seals.map(({ hash }) => hash.toString('hex'))).toEqual(await hashesOf(books));
        const audit = (full: boolean) =>
          auditLedger({ db: books, clock: time, topUps: topUpRecords }, { full });
        const [since, whole] = [await audit(false), await audit(true)];
        expect([since.findings, whole.findings]).toEqual([[], []]);
        expect(since.since).toEqual(seals.at(-1)!.until);
        expect([since.counts.allPostings, since.counts.allEntries]).toEqual([
          whole.counts.postings,
          whole.counts.entries,
        ]);
      }),
      runs(3, 25),
    );
  },
);
