import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../test/new-database.ts';
import { onFileEnd } from '../../../test/file-end.ts';
import { createLogger } from '../log.ts';
import { migrate, openDatabase, pendingMigrations, type Schema } from './index.ts';
import { withNamed } from './read-schema.ts';

const first = { name: '209901010001_first', sql: 'create table first_table (id int)' };
const second = { name: '209901010002_second', sql: 'create table second_table (id int)' };
const answer = (text: string) => ({
  name: 'the_answer',
  sql: `create or replace function the_answer() returns text language sql as $$ select '${text}' $$`,
});
const schema = (parts: Partial<Schema>): Schema => ({
  version: '1.0.0',
  migrations: [],
  functions: [],
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
