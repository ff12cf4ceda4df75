import { describe, expect, test } from 'vitest';
import { emptyDatabase, packageFolder } from '../../../test/new-database.ts';
import { onFileEnd } from '../../../test/file-end.ts';
import { createLogger } from '../log.ts';
import {
  migrate,
  openDatabase,
  pendingMigrations,
  planMigrations,
  readSchema,
  serviceUrl,
  type Database,
  type Schema,
} from './index.ts';
import { locksOf } from './plan-migrations.ts';
import { withNamed } from './read-schema.ts';

const first = { name: '209901010001_first', sql: 'create table first_table (id int)' };
const second = { name: '209901010002_second', sql: 'create table second_table (id int)' };
const answer = (text: string) => ({
  name: 'the_answer',
  sql: `create or replace function the_answer() returns text language sql as $$ select '${text}' $$`,
});
const schema = (parts: Partial<Schema>): Schema => ({
  version: '1.0.0',
  upgradesFrom: '1.0.0',
  migrations: [],
  functions: [],
  retired: [],
  ...parts,
});
const tables = schema({ migrations: [first, second] });

async function newDatabase() {
  const { ownerUrl } = await emptyDatabase();
  const db = openDatabase({ connectionString: ownerUrl, poolSize: 2, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return { ownerUrl, db };
}

test('applies each migration once when ten nodes start at the same time', async () => {
  const { ownerUrl } = await newDatabase();
  const results = await Promise.all(Array.from({ length: 10 }, () => migrate(ownerUrl, tables)));
  expect(results.flat().toSorted()).toEqual([first.name, second.name]);
});

test('rolls a failing migration back and names it', async () => {
  const { ownerUrl, db } = await newDatabase();
  const broken = {
    name: '209901010003_broken',
    sql: 'create table third_table (id int); select no_such_column',
  };
  await expect(migrate(ownerUrl, schema({ migrations: [first, broken] }))).rejects.toThrow(
    'Migration 209901010003_broken could not be applied (column "no_such_column" does not exist). It was rolled back; earlier migrations stay applied.',
  );
  const { rows } = await db.query(
    "select to_regclass('first_table')::text as first, to_regclass('third_table') as third",
  );
  expect(rows[0]).toEqual({ first: 'first_table', third: null });
});

test('refuses a migration that was changed after it was applied', async () => {
  const { ownerUrl } = await newDatabase();
  await migrate(ownerUrl, tables);
  const changed = { ...first, sql: 'create table first_table (id bigint)' };
  await expect(migrate(ownerUrl, schema({ migrations: [changed] }))).rejects.toThrow(
    'has changed since it was applied',
  );
});

test('applies a function again when its text changed, and keeps its privileges', async () => {
  const { ownerUrl, db } = await newDatabase();
  const call = async () => (await db.query<{ text: string }>('select the_answer() as text')).rows[0]!.text;
  await migrate(ownerUrl, schema({ functions: [answer('one')] }));
  expect(await call()).toBe('one');
  await db.query(
    'revoke all on function the_answer from public; grant execute on function the_answer to pid_service',
  );
  const privileges = async () =>
    (await db.query(`select proacl::text from pg_proc where proname = 'the_answer'`)).rows;
  const before = await privileges();
  expect(await pendingMigrations(ownerUrl, schema({ functions: [answer('two')] }))).toEqual(['the_answer']);
  await migrate(ownerUrl, schema({ functions: [answer('two')] }));
  expect(await call()).toBe('two');
  expect(await privileges()).toEqual(before);
  expect(await pendingMigrations(ownerUrl, schema({ functions: [answer('two')] }))).toEqual([]);
});

test('a node of an earlier version does not restore its functions; one of the same version does', async () => {
  const { ownerUrl, db } = await newDatabase();
  const call = async () => (await db.query<{ text: string }>('select the_answer() as text')).rows[0]!.text;
  await migrate(ownerUrl, schema({ version: '1.10.0', functions: [answer('new')] }));
  await migrate(ownerUrl, schema({ version: '1.9.0', functions: [answer('old')] }));
  expect(await call()).toBe('new');
  await migrate(ownerUrl, schema({ version: '1.10.0-rc.1', functions: [answer('newer')] }));
  expect(await call()).toBe('newer');
  await migrate(ownerUrl, schema({ version: '1.10.0', functions: [answer('newest')] }));
  expect(await call()).toBe('newest');
});

test('an earlier build of the same version, which lacks a migration, does not restore its functions', async () => {
  const { ownerUrl, db } = await newDatabase();
  const call = async () => (await db.query<{ text: string }>('select the_answer() as text')).rows[0]!.text;
  const second = { name: '209901010009_second', sql: 'create table second_table (id bigint)' };
  await migrate(ownerUrl, schema({ migrations: [first, second], functions: [answer('new')] }));
  await migrate(ownerUrl, schema({ migrations: [first], functions: [answer('old')] }));
  expect(await call()).toBe('new');
});

test('applies the functions that a migration names, and their dependencies, before the migration', async () => {
  const { ownerUrl, db } = await newDatabase();
  const inner = {
    name: 'inner_one',
    sql: 'create or replace function inner_one() returns int language sql as $$ select count(*)::int from first_table $$',
  };
  const outer = {
    name: 'outer_one',
    sql: 'create or replace function outer_one() returns int language sql as $$ select inner_one() $$',
  };
  const uses = { name: '209901010004_uses', sql: 'create table used as select outer_one() as number' };
  await migrate(ownerUrl, schema({ migrations: [first, uses], functions: [inner, outer] }));
  expect((await db.query('select number from used')).rows).toEqual([{ number: 0 }]);
});

test('ignores names in comments and strings, and refuses functions that name each other', () => {
  const one = { name: 'fn_one', sql: "select 'fn_two' -- fn_two" };
  const two = { name: 'fn_two', sql: 'select fn_one()' };
  expect(withNamed(two, [one, two])).toEqual([one, two]);
  expect(withNamed(one, [one, two])).toEqual([one]);
  const circular = { name: 'fn_one', sql: 'select fn_two()' };
  expect(() => withNamed(two, [circular, two])).toThrow('fn_two → fn_one → fn_two');
});

test('refuses a function whose body names a table that does not exist', async () => {
  const { ownerUrl } = await newDatabase();
  const wrong = {
    name: 'wrong_one',
    sql: 'create or replace function wrong_one() returns bigint language sql as $$ select count(*) from no_such_table $$',
  };
  await expect(migrate(ownerUrl, schema({ functions: [wrong] }))).rejects.toThrow(
    '"no_such_table" does not exist',
  );
});

test('a node of an earlier version with a missing migration does not change the functions', async () => {
  const { ownerUrl } = await newDatabase();
  await migrate(ownerUrl, schema({ version: '2.0.0', functions: [answer('new')] }));
  await migrate(ownerUrl, schema({ version: '1.0.0', migrations: [first] }));
  expect(await pendingMigrations(ownerUrl, schema({ version: '2.0.0', functions: [answer('new')] }))).toEqual(
    [],
  );
});

test('deletes the record of a function whose file is gone, so that the function is applied when the file returns', async () => {
  const { ownerUrl, db } = await newDatabase();
  await migrate(ownerUrl, schema({ functions: [answer('one')] }));
  const dropped = { name: '209901010005_drop', sql: 'drop function the_answer()' };
  await migrate(ownerUrl, schema({ migrations: [dropped] }));
  await migrate(ownerUrl, schema({ migrations: [dropped], functions: [answer('again')] }));
  expect((await db.query('select the_answer() as text')).rows).toEqual([{ text: 'again' }]);
});

test('a development migration that is newer than all others does not make the schema of production look old', async () => {
  const { ownerUrl, db } = await newDatabase();
  await migrate(ownerUrl, schema({ migrations: [first, second], functions: [answer('old')] }));
  const production = {
    migrations: [first],
    developmentNames: [second.name],
    functions: [answer('new')],
  };
  expect(await migrate(ownerUrl, schema(production))).toEqual([]);
  expect((await db.query('select the_answer() as text')).rows).toEqual([{ text: 'new' }]);
});

describe('releases', () => {
  const releasesOf = async (db: Database) =>
    (
      await db.query<{ version: string }>('select version from applied_releases order by applied_at')
    ).rows.map(({ version }) => version);
  const release = (version: string, upgradesFrom: string, parts: Partial<Schema> = {}) =>
    schema({ version, upgradesFrom, ...parts });

  test('a database records each release that migrated it, also one without changes', async () => {
    const { ownerUrl, db } = await newDatabase();
    await migrate(ownerUrl, release('1.0.0', '0.9.0', { migrations: [first] }));
    await migrate(ownerUrl, release('1.1.0', '1.0.0', { migrations: [first] }));
    await migrate(ownerUrl, release('1.1.0', '1.0.0', { migrations: [first] }));
    expect(await releasesOf(db)).toEqual(['1.0.0', '1.1.0']);
  });

  test('refuses to skip a release, names the one to install first, and changes nothing', async () => {
    const { ownerUrl, db } = await newDatabase();
    await migrate(ownerUrl, release('1.0.0', '0.9.0', { migrations: [first] }));
    const skipping = release('1.10.0', '1.9.0', { migrations: [first, second] });
    const refusal =
      'Release 1.10.0 upgrades a database of release 1.9.0, and this one was last migrated by release 1.0.0. Nothing was changed. Install release 1.9.0 first: run its `pid migrate`, and replace all nodes.';
    await expect(migrate(ownerUrl, skipping)).rejects.toThrow(refusal);
    await expect(planMigrations(ownerUrl, skipping)).rejects.toThrow(refusal);
    expect(await releasesOf(db)).toEqual(['1.0.0']);
    expect((await db.query("select to_regclass('second_table') as found")).rows).toEqual([{ found: null }]);
    await migrate(ownerUrl, release('1.9.0', '1.0.0', { migrations: [first] }));
    expect(await migrate(ownerUrl, skipping)).toEqual([second.name]);
  });

  test('a node of the previous release starts on the new schema and changes nothing', async () => {
    const { ownerUrl, db } = await newDatabase();
    const earlier = release('1.0.0', '0.9.0', { functions: [answer('old')] });
    await migrate(ownerUrl, earlier);
    await migrate(ownerUrl, release('1.1.0', '1.0.0', { functions: [answer('old')] }));
    expect(await migrate(ownerUrl, { ...earlier, functions: [answer('older')] })).toEqual([]);
    expect((await db.query('select the_answer() as text')).rows).toEqual([{ text: 'old' }]);
    expect(await releasesOf(db)).toEqual(['1.0.0', '1.1.0']);
  });

  test('a node that is more than one release behind the database is refused', async () => {
    const { ownerUrl } = await newDatabase();
    for (const [version, from] of [
      ['1.0.0', '0.9.0'],
      ['1.1.0', '1.0.0'],
      ['1.2.0', '1.1.0'],
    ] as const)
      await migrate(ownerUrl, release(version, from));
    expect(await migrate(ownerUrl, release('1.1.0', '1.0.0'))).toEqual([]);
    await expect(migrate(ownerUrl, release('1.0.0', '0.9.0'))).rejects.toThrow(
      'Release 1.2.0 has migrated this database. Nodes of release 1.1.0 and later run on it, and this is release 1.0.0: install a later one.',
    );
  });

  test('a first migration that was interrupted continues', async () => {
    const { ownerUrl, db } = await newDatabase();
    const broken = { ...second, sql: 'select no_such_column' };
    await expect(
      migrate(ownerUrl, release('1.1.0', '1.0.0', { migrations: [first, broken] })),
    ).rejects.toThrow('no_such_column');
    expect(await releasesOf(db)).toEqual([]);
    expect(await migrate(ownerUrl, release('1.1.0', '1.0.0', { migrations: [first, second] }))).toEqual([
      second.name,
    ]);
    expect(await releasesOf(db)).toEqual(['1.1.0']);
  });

  test('the role of the service starts on a schema whose release is not recorded', async () => {
    const { ownerUrl, db } = await newDatabase();
    const tables = { migrations: [first] };
    await migrate(ownerUrl, release('1.0.0', '0.9.0', tables));
    await db.query(
      'grant select on applied_migrations, applied_functions, applied_releases to pid_service; revoke create on schema public from public',
    );
    expect(await migrate(serviceUrl(ownerUrl), release('1.1.0', '1.0.0', tables))).toEqual([]);
    expect(await releasesOf(db)).toEqual(['1.0.0']);
  });

  test('a database from before releases were recorded belongs to 0.1.0, or is refused', async () => {
    const { ownerUrl, db } = await newDatabase();
    const newest = { name: '202611180700_available_indexes', sql: 'select' };
    const { version, upgradesFrom } = release('0.2.0', '0.1.0');
    await migrate(ownerUrl, schema({ version, upgradesFrom, migrations: [newest] }));
    await db.query('drop table applied_releases');
    await expect(migrate(ownerUrl, release('0.3.0', '0.2.0', { migrations: [newest] }))).rejects.toThrow(
      'this one was last migrated by release 0.1.0',
    );
    await migrate(ownerUrl, schema({ version, upgradesFrom, migrations: [newest] }));
    expect(await releasesOf(db)).toEqual(['0.1.0', '0.2.0']);

    await db.query(
      "drop table applied_releases; update applied_migrations set name = '202611180600_earlier'",
    );
    await expect(migrate(ownerUrl, schema({ version, upgradesFrom }))).rejects.toThrow(
      'This database was migrated by a commit before release 0.1.0. Nothing was changed. Run `pid migrate` of release 0.1.0 (commit 31f55d73) first',
    );
  });
});

describe('while nodes serve', () => {
  const column = { name: '209901010003_column', sql: 'alter table first_table add column text text;' };
  const index = {
    name: '209901010003_index',
    sql: 'create unique index if not exists first_ids on first_table (id);',
  };
  const isValid = async (db: Database) =>
    (
      await db.query<{ valid: boolean }>(
        "select indisvalid as valid from pg_index where indexrelid = to_regclass('first_ids')",
      )
    ).rows;

  async function filledDatabase() {
    const database = await newDatabase();
    await migrate(database.ownerUrl, tables);
    await database.db.query('insert into first_table select generate_series(1, 3)');
    return database;
  }

  test('a migration that does not get its lock lets others pass and is tried again', async () => {
    const { ownerUrl, db } = await filledDatabase();
    const waited: string[] = [];
    let migrated: Promise<string[]> | undefined;
    const read = async () => (await db.query('select from first_table')).rowCount;
    await db.transaction(async (tx) => {
      await tx.query('select from first_table');
      migrated = migrate(ownerUrl, schema({ migrations: [first, second, column] }), {
        onWait: (name, reason) => waited.push(`${name}: ${reason}`),
      });
      await expect.poll(() => waited.length).toBeGreaterThan(0);
      // The long transaction is still open, and others read and write.
      expect(await read()).toBe(3);
      await db.query('insert into first_table values (4)');
    });
    expect(await migrated).toEqual([column.name]);
    expect(waited[0]).toBe(`${column.name}: canceling statement due to lock timeout`);
  });

  test('holds the lock of no other view while it waits for one, so that a query on both is in no deadlock', async () => {
    const { ownerUrl, db } = await filledDatabase();
    const views = (more: string) =>
      ['first_facts', 'second_facts'].map((name) => ({
        name,
        sql: `create or replace view ${name} as select id${more} from first_table`,
      }));
    const withViews = (more: string) =>
      schema({ migrations: [first, second], functions: [...views(more), answer(more)] });
    await migrate(ownerUrl, withViews(''));
    let migrated: Promise<string[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.query('select from second_facts');
      migrated = migrate(ownerUrl, withViews(', 1 as one'));
      const waiting =
        "select from pg_stat_activity where application_name = 'pid migrate' and wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(async () => (await db.query(waiting)).rowCount, { interval: 10 }).toBe(1);
      await tx.query("set local lock_timeout = '50ms'");
      await tx.query('select one from first_facts');
    });
    await migrated;
    expect((await db.query('select the_answer() as text')).rows).toEqual([{ text: ', 1 as one' }]);
  });

  test('gives up when its patience ends, and names the cause', async () => {
    const { ownerUrl, db } = await filledDatabase();
    await db.transaction(async (tx) => {
      await tx.query('select from first_table');
      await expect(
        migrate(ownerUrl, schema({ migrations: [first, second, column] }), { lockPatienceMillis: 0 }),
      ).rejects.toThrow('Another transaction holds a lock on the table');
    });
  });

  test('an index is built beside writes, once, by nodes that start at the same time', async () => {
    const { ownerUrl, db } = await filledDatabase();
    let migrated: Promise<string[][]> | undefined;
    await db.transaction(async (tx) => {
      await tx.query('insert into first_table values (4)');
      migrated = Promise.all(
        Array.from({ length: 4 }, () => migrate(ownerUrl, schema({ migrations: [first, second, index] }))),
      );
      await expect
        .poll(async () => (await db.query('select from pg_stat_progress_create_index')).rowCount)
        .toBe(1);
      // Not blocked by the index that waits for the transaction above.
      await db.query('insert into first_table values (5)');
    });
    expect((await migrated!).flat()).toEqual([index.name]);
    expect(await isValid(db)).toEqual([{ valid: true }]);
  });

  test('an index whose build was interrupted is built again', async () => {
    const { ownerUrl, db } = await filledDatabase();
    await db.query('insert into first_table values (1)');
    const again = () => migrate(ownerUrl, schema({ migrations: [first, second, index] }));
    await expect(again()).rejects.toThrow('could not be built');
    expect(await isValid(db)).toEqual([{ valid: false }]);
    await db.query('delete from first_table where ctid = (select max(ctid) from first_table where id = 1)');
    await again();
    expect(await isValid(db)).toEqual([{ valid: true }]);
  });
});

test('the plan names the locks that every migration really takes', async () => {
  const { ownerUrl, db } = await newDatabase();
  const { migrations, ...rest } = await readSchema(packageFolder, false);
  const observe = (name: string) => `;
    insert into observed_locks select '${name}', c.relname, l.mode from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and l.relation in (select id from known_tables);
    insert into known_tables select oid from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition and relname not in ('observed_locks', 'known_tables', 'applied_migrations', 'applied_functions')
      on conflict do nothing;`;
  const begin = {
    name: '000000000000_observe',
    sql: `create table observed_locks (name text, "table" text, mode text); create table known_tables (id oid primary key)`,
  };
  await migrate(ownerUrl, {
    ...rest,
    migrations: [begin, ...migrations.map(({ name, sql }) => ({ name, sql: sql + observe(name) }))],
  });
  const { rows } = await db.query<{ name: string; table: string; mode: string }>(
    `select name, "table", mode from observed_locks where mode not in ('AccessShareLock', 'RowShareLock')`,
  );
  const modes = [
    'RowExclusiveLock',
    'ShareUpdateExclusiveLock',
    'ShareLock',
    'ShareRowExclusiveLock',
    'AccessExclusiveLock',
  ];
  const taken = new Map<string, number>();
  for (const { name, table, mode } of rows)
    taken.set(`${name} ${table}`, Math.max(modes.indexOf(mode), taken.get(`${name} ${table}`) ?? 0));
  const observed = [...taken].map(
    ([place, mode]) =>
      `${place}: ${modes[mode]!.replace(/Lock$/, '')
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase()}`,
  );
  const known = new Set(rows.map(({ table }) => table));
  const planned = migrations.flatMap((file) =>
    locksOf(file)
      // Every read takes the weakest lock, which is not observed.
      .filter(({ table, lock }) => known.has(table) && lock !== 'access share')
      .map(({ table, lock }) => `${file.name} ${table}: ${lock}`),
  );
  expect(observed.length).toBeGreaterThan(10);
  expect(planned.toSorted()).toEqual(observed.toSorted());
});

test('a plan estimates how long rows are copied, also under a stronger lock', async () => {
  const { ownerUrl, db } = await newDatabase();
  await migrate(ownerUrl, tables);
  await db.query('insert into first_table select generate_series(1, 100000)');
  const copy = 'insert into copies select id from first_table on conflict do nothing;';
  const trigger =
    'create trigger copied before truncate on first_table for each statement execute function refuse_change();';
  const stepOf = async (sql: string) => {
    const plan = await planMigrations(
      ownerUrl,
      schema({ migrations: [first, second, { name: '209901010003_copy', sql }] }),
    );
    const [step, ...others] = plan.migrations[0]!.steps;
    expect(others).toEqual([]);
    return step;
  };
  expect(await stepOf(`create table copies (id bigint); ${copy}`)).toMatchObject({
    table: 'first_table',
    lock: 'access share',
    blocks: 'blocks nothing',
    what: 'copies its rows',
    seconds: 4,
  });
  expect(await stepOf(`create table copies (id bigint); ${trigger} ${copy}`)).toMatchObject({
    lock: 'share row exclusive',
    blocks: 'blocks writes',
    seconds: 4,
  });
});

test('a migration of the public log copies no rows under a lock that blocks nodes', async () => {
  const { migrations } = await readSchema(packageFolder, false);
  const steps = migrations
    .filter(({ name }) => name.includes('log_by_posting'))
    .flatMap((file) => locksOf(file))
    .filter(({ bytesPerSecond }) => bytesPerSecond !== null);
  expect(steps).toMatchObject([{ table: 'log_bundles', lock: 'access share' }]);
});

test('a plan says sizes, durations and what waits, and changes nothing', async () => {
  const { ownerUrl, db } = await newDatabase();
  await migrate(ownerUrl, tables);
  await db.query('insert into first_table select generate_series(1, 1000)');
  const index = {
    name: '209901010003_index',
    sql: '-- Safe while nodes serve: yes. Sessions end.\ncreate index if not exists first_ids on first_table (id);',
  };
  const next = schema({ migrations: [first, second, index], functions: [answer('one')] });
  const plan = await planMigrations(ownerUrl, next);
  expect(plan).toMatchObject({
    migrations: [
      {
        name: index.name,
        safety: 'Safe while nodes serve: yes. Sessions end.',
        steps: [
          {
            table: 'first_table',
            lock: 'share update exclusive',
            blocks: 'blocks nothing',
            what: 'builds first_ids beside the load',
            seconds: 1,
          },
        ],
      },
    ],
    functions: ['the_answer'],
    views: [],
    sessionsEnd: true,
  });
  expect(await pendingMigrations(ownerUrl, next)).toEqual([index.name, 'the_answer']);
});
