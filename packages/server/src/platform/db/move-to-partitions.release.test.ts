import { expect, test } from 'vitest';
import { runPid } from '../../../test/command-helper.ts';
import { databaseWithoutMonths, packageFolder } from '../../../test/new-database.ts';
import { onFileEnd } from '../../../test/file-end.ts';
import { testMasterKey } from '../../../test/test-sealing.ts';
import { listAuditEvents } from '../../audit/audit.store.ts';
import { recordAudit } from '../../audit/index.ts';
import { prepareDatabase } from '../../prepare-database.ts';
import { createLogger } from '../log.ts';
import {
  listPartitions,
  makePartitionsAhead,
  openDatabase,
  serviceUrl,
  sqlState,
  type Database,
} from './index.ts';

/** A database of the release before partitioning, with rows, upgraded as usual. */
async function upgraded(): Promise<{
  owner: Database;
  service: Database;
  environment: Record<string, string>;
}> {
  const ownerUrl = await databaseWithoutMonths();
  const open = (connectionString: string) => {
    const db = openDatabase({ connectionString, poolSize: 4, log: createLogger('silent') });
    onFileEnd(() => db.close());
    return db;
  };
  const [owner, service] = [open(ownerUrl), open(serviceUrl(ownerUrl))];
  await owner.query(
    "insert into audit_events (at, actor, action, target) select now() - interval '800 days' + n * interval '1 day', 'cli', 'old', n from generate_series(1, 300) n",
  );
  await prepareDatabase({
    connectionString: serviceUrl(ownerUrl),
    ownerUrl,
    packageFolder,
    development: true,
  });
  return {
    owner,
    service,
    environment: {
      PID_DATABASE_URL: serviceUrl(ownerUrl),
      PID_DATABASE_OWNER_URL: ownerUrl,
      PID_MASTER_KEY: testMasterKey,
    },
  };
}
const record = (db: Database, action: string) =>
  recordAudit(db, { at: new Date(), identityId: null, actor: 'cli', action, origin: null });
const isMoved = async (db: Database) => (await listPartitions(db)).length > 0;
const outcome = (work: Promise<unknown>) => work.then(() => 'accepted', sqlState);

test('an upgrade leaves a table with rows; the move partitions it once, under concurrent writes, without losing rows', async () => {
  const { owner, service, environment } = await upgraded();
  expect(await isMoved(owner)).toBe(false);
  let written = 0;
  let isOver = false;
  const writer = (async () => {
    for (; !isOver; written += 1) await record(service, 'new');
  })();
  await expect.poll(() => written).toBeGreaterThan(20);
  const asked = await runPid(['partitions', 'move'], environment);
  expect([asked.code, asked.text]).toEqual([1, expect.stringContaining('Nothing was done: say --yes')]);
  expect(await isMoved(owner)).toBe(false);
  const { code, text } = await runPid(['partitions', 'move', '--yes', '--as', 'budi'], environment);
  expect([code, text]).toEqual([0, expect.stringContaining('audit_events is now partitioned by month')]);
  const atMove = written;
  await expect.poll(() => written).toBeGreaterThan(atMove + 20);
  isOver = true;
  await writer;

  const { rows } = await owner.query<{ count: bigint; distinct: bigint; old: bigint }>(
    "select count(*) filter (where action = 'new'), count(distinct id) filter (where action = 'new') as distinct, count(*) filter (where action = 'old') as old from audit_events",
  );
  expect(rows[0]).toEqual({ count: BigInt(written), distinct: BigInt(written), old: 300n });
  expect((await listAuditEvents(service, { action: 'old' }, null, 400)).length).toBe(300);
  const newest = await listAuditEvents(service, {}, null, 50);
  expect(newest.map(({ id }) => Number(id))).toEqual(
    newest.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
  );
  expect((await service.query("select from audit_facts where action = 'new' limit 1")).rowCount).toBe(1);
  expect((await listAuditEvents(owner, { actor: 'cli:budi' }, null, 9)).map(({ action }) => action)).toEqual([
    'partitions.moved',
  ]);
  for (const statement of [
    'update audit_events set at = at',
    'delete from audit_events_first',
    'select from audit_events_first',
  ])
    expect([statement, await outcome(service.query(statement))]).toEqual([statement, '42501']);
  for (const statement of [
    "update audit_events set actor = 'me'",
    'delete from audit_events_first',
    'truncate audit_events',
  ])
    expect([statement, await outcome(owner.query(statement))]).toEqual([statement, '23001']);
  expect((await owner.query("select from pg_constraint where conname = 'audit_events_ends'")).rowCount).toBe(
    0,
  );
  // The privileges are those of a new database: another start grants nothing more.
  const again = await runPid(['partitions', 'move'], environment);
  expect([again.code, again.text]).toEqual([0, 'audit_events was already partitioned by month.']);
});

test('a killed move is continued by the next, two moves do not run concurrently, and leftovers of a move refuse no row', async () => {
  const { owner, service, environment } = await upgraded();
  const reader = await owner.pool.connect();
  // Any open snapshot blocks it: building the index waits until no transaction can miss rows in it.
  await reader.query('begin isolation level repeatable read; select from identities limit 1');
  const killed = runPid(['partitions', 'move', '--yes'], environment).then(
    ({ code }) => code,
    () => 'killed',
  );
  const building = () =>
    owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'pid partitions' and query like 'create unique index%' and datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(async () => (await building()).rowCount).toBe(1);
  const second = await runPid(['partitions', 'move', '--yes'], environment);
  expect([second.code, second.text]).toEqual([1, 'Another move is under way.']);
  await record(service, 'while it waits');
  const { rows } = await building();
  await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  expect(await killed).not.toBe(0);
  await reader.query('commit');
  reader.release();
  expect(await isMoved(owner)).toBe(false);

  // If the move is never continued, a node drops the constraint a week before it would refuse rows.
  const condition = () => owner.query("select from pg_constraint where conname = 'audit_events_ends'");
  await makePartitionsAhead(service);
  expect((await condition()).rowCount).toBe(1);
  await owner.query(
    `do $$ begin execute format('comment on constraint audit_events_ends on audit_events is %L', now() + interval '6 days'); end $$`,
  );
  await makePartitionsAhead(service);
  expect((await condition()).rowCount).toBe(0);

  expect((await runPid(['partitions', 'move', '--yes'], environment)).code).toBe(0);
  expect(await isMoved(owner)).toBe(true);
  const { rows: counted } = await owner.query('select count(*) as count from audit_events');
  expect(counted).toEqual([{ count: 302n }]);
});

test('Ctrl-C ends the move on the server, and the next one continues', async () => {
  const { owner, environment } = await upgraded();
  const reader = await owner.pool.connect();
  await reader.query('begin isolation level repeatable read; select from identities limit 1');
  const controller = new AbortController();
  const stopped = runPid(['partitions', 'move', '--yes'], environment, undefined, {
    interruption: () => controller.signal,
  });
  const building =
    "select from pg_stat_activity where application_name = 'pid partitions' and query like 'create unique index%' and datname = current_database()";
  await expect.poll(async () => (await owner.query(building)).rowCount).toBe(1);
  controller.abort('interrupted');
  const { code, complaints } = await stopped;
  expect([code, complaints.at(-1)]).toEqual([
    130,
    'Interrupted: audit_events is not partitioned yet. Run the command again; it continues.',
  ]);
  await expect.poll(async () => (await owner.query(building)).rowCount).toBe(0);
  expect(await isMoved(owner)).toBe(false);
  await reader.query('commit');
  reader.release();
  expect((await runPid(['partitions', 'move', '--yes'], environment)).code).toBe(0);
  expect(await isMoved(owner)).toBe(true);
});

test('does not move a table with rows in the future, and says so', async () => {
  const { owner, environment } = await upgraded();
  await owner.query(
    "insert into audit_events (at, actor, action) values (now() + interval '1 year', 'cli', 'odd')",
  );
  const { code, text } = await runPid(['partitions', 'move', '--yes'], environment);
  expect([code, text]).toEqual([1, expect.stringContaining('it stays as it is')]);
  expect((await owner.query("select from pg_constraint where conname = 'audit_events_ends'")).rowCount).toBe(
    0,
  );
});

test('detaches old months once their addresses are deleted; they stay append-only and unreachable for the service, and the log says where it begins', async () => {
  const { owner, service, environment } = await upgraded();
  await owner.query("select partition_table('audit_events', 'at', next_month(now() - interval '15 months'))");
  const month = (
    await owner.query<{ before: string }>(
      "select to_char(now() at time zone 'UTC' - interval '10 months', 'YYYY-MM') as before",
    )
  ).rows[0]!.before;
  const since = new Date(`${month}-01T00:00:00Z`);
  await recordAudit(service, {
    at: new Date(since.getTime() - 86_400_000),
    identityId: null,
    actor: 'cli',
    action: 'located',
    origin: { address: '192.0.2.1', userAgent: null },
  });
  const detach = (...words: string[]) => runPid(['partitions', 'detach', ...words, '--yes'], environment);
  expect((await detach('audit_events', '--before', month)).text).toContain(
    'still contains addresses or user agents',
  );
  await service.query('select audit_events_forget(30)');
  const before = await owner.query<{ count: bigint }>(
    'select count(*) as count from audit_events where at < $1',
    [since],
  );
  const asked = await runPid(['partitions', 'detach', 'audit_events', '--before', month], environment);
  expect([asked.code, asked.text]).toEqual([1, expect.stringContaining('Nothing was done: say --yes')]);
  const { code, text } = await detach('audit_events', '--before', month, '--as', 'budi');
  expect([code, text]).toEqual([0, expect.stringContaining('detached.audit_events_first')]);

  expect((await owner.query('select from audit_events where at < $1', [since])).rowCount).toBe(0);
  expect((await owner.query('select since from audit_span')).rows).toEqual([{ since }]);
  const { rows } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'detached'::regnamespace and relkind = 'r'",
  );
  let count = 0n;
  for (const { name } of rows) {
    count += (await owner.query<{ count: bigint }>(`select count(*) as count from ${name}`)).rows[0]!.count;
    expect([name, await outcome(owner.query(`truncate ${name}`))]).toEqual([name, '23001']);
    expect([name, await outcome(service.query(`select from ${name}`))]).toEqual([name, '42501']);
  }
  expect(await outcome(owner.query('delete from detached.audit_events_first'))).toBe('23001');
  expect(count).toBe(before.rows[0]!.count);
  expect((await listAuditEvents(owner, { actor: 'cli:budi' }, null, 99)).length).toBe(rows.length);
  await record(service, 'goes on');

  expect((await detach('ledger_entries', '--before', month)).text).toContain('the books are kept whole');
  expect((await detach('audit_events', '--before', '2026-13')).text).toContain('must be a month');
  expect((await detach('audit_events', '--before', '2999-01')).text).toContain('has not begun');
});
