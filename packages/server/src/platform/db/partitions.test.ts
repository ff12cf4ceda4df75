import { expect, test } from 'vitest';
import { fileDatabase } from '../../ledger/testing/ledger-fixture.ts';
import { recordAudit } from '../../audit/index.ts';
import { onFileEnd } from '../../../test/file-end.ts';
import { createLogger } from '../log.ts';
import {
  daysAhead,
  listPartitions,
  makePartitionsAhead,
  openDatabase,
  serviceUrl,
  sqlState,
  tablesWithRest,
} from './index.ts';

const owner = await fileDatabase();
const service = openDatabase({
  connectionString: serviceUrl(owner.connectionString),
  poolSize: 2,
  log: createLogger('silent'),
});
onFileEnd(() => service.close());
const outcome = (work: Promise<unknown>) => work.then(() => 'accepted', sqlState);
const record = (at: Date, action: string) =>
  recordAudit(service, { at, identityId: null, actor: 'cli', action, origin: null });
const inMonths = async (months: number) =>
  (await owner.query<{ at: Date }>('select now() + make_interval(months => $1) as at', [months])).rows[0]!.at;
const partitionOf = async (action: string) =>
  (
    await owner.query<{ name: string }>(
      'select tableoid::regclass::text as name from audit_events where action = $1',
      [action],
    )
  ).rows.map(({ name }) => name);

test('a new database has partitions for at least three months, and running nodes add none', async () => {
  expect(await daysAhead(service)).toBeGreaterThan(85);
  const before = await listPartitions(service);
  expect(await Promise.all([makePartitionsAhead(service), makePartitionsAhead(service)])).toEqual([0, 0]);
  expect(await listPartitions(service)).toEqual(before);
  expect(
    before.filter(({ parent }) => parent === 'audit_events').map(({ takesTheRest }) => takesTheRest),
  ).toContain(true);
  expect(
    await outcome(service.query("select partition_ahead('audit_events', now() + interval '90 years')")),
  ).toBe('42501');
});

test('rows of every partition, including later ones, cannot be changed, not even by naming the partition', async () => {
  await owner.query("select partition_ahead('audit_events', now() + interval '5 months')");
  const partitions = (await listPartitions(owner)).filter(({ parent }) => parent === 'audit_events');
  expect(partitions.length).toBeGreaterThanOrEqual(7);
  for (const { name, begins, ends } of partitions) {
    const at = begins ?? (ends ? new Date(0) : await inMonths(600));
    await record(at, name);
    expect(await partitionOf(name)).toEqual([name]);
    for (const target of ['audit_events', name]) {
      for (const statement of [
        `update ${target} set actor = 'me'`,
        `delete from ${target}`,
        `truncate ${target}`,
      ])
        expect([statement, await outcome(owner.query(statement))]).toEqual([statement, '23001']);
    }
    for (const statement of [
      `insert into ${name} (at, actor, action) values ('${at.toISOString()}', 'cli', 'forged')`,
      `update ${name} set actor = 'me'`,
      `delete from ${name}`,
    ])
      expect([statement, await outcome(service.query(statement))]).toEqual([statement, '42501']);
  }
  expect(
    await outcome(
      service.query("insert into audit_events (id, at, actor, action) values (1, now(), 'cli', 'forged')"),
    ),
  ).toBe('42501');
});

test('a row whose month has no partition is accepted, and the default partition becomes its month', async () => {
  const db = await fileDatabase();
  const far = (await db.query<{ at: Date }>("select now() + interval '6 months' as at")).rows[0]!.at;
  await recordAudit(db, { at: far, identityId: null, actor: 'cli', action: 'early', origin: null });
  expect(await tablesWithRest(db)).toEqual(['audit_events']);
  await db.query("select partition_ahead('audit_events', now() + interval '7 months')");
  expect(await tablesWithRest(db)).toEqual([]);
  const { rows } = await db.query<{ name: string; begins: Date; ends: Date }>(
    "select name, begins, ends from partitions where name = (select tableoid::regclass::text from audit_events where action = 'early')",
  );
  expect(rows[0]!.begins <= far && far < rows[0]!.ends).toBe(true);
  expect(await outcome(db.query(`delete from ${rows[0]!.name}`))).toBe('23001');
  // A row of another century stays in the default partition and does not stop new months.
  await recordAudit(db, {
    at: new Date('2190-01-01'),
    identityId: null,
    actor: 'cli',
    action: 'odd',
    origin: null,
  });
  await db.query("select partition_ahead('audit_events', now() + interval '9 months')");
  expect(await daysAhead(db)).toBeGreaterThan(265);
  expect(await tablesWithRest(db)).toEqual(['audit_events']);
});
