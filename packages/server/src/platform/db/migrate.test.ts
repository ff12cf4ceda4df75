import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { sha256 } from '../hash.ts';
import { migrate, readMigrations } from './migrate.ts';

const migrations = [
  { name: '9001_first', sql: 'create table first_table (id int)' },
  { name: '9002_second', sql: 'create table second_table (id int)' },
];

test('ten nodes that start at once apply each migration once', async () => {
  const db = await testDatabase();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => migrate(db.connectionString, migrations)),
  );
  expect(results.flat().toSorted()).toEqual(['9001_first', '9002_second']);
});

test('a failing migration leaves nothing half done and says which it was', async () => {
  const db = await testDatabase();
  const broken = { name: '9003_broken', sql: 'create table third_table (id int); select no_such_column' };
  await expect(migrate(db.connectionString, [...migrations, broken])).rejects.toThrow(
    'Migration 9003_broken could not be applied (column "no_such_column" does not exist). Nothing of it was kept, and all before it was',
  );
  const { rows } = await db.query<{ first: string | null; third: string | null }>(
    "select to_regclass('first_table') as first, to_regclass('third_table') as third",
  );
  expect(rows[0]).toEqual({ first: 'first_table', third: null });
});

test('a migration that was changed after it was applied stops the start', async () => {
  const db = await testDatabase();
  await migrate(db.connectionString, migrations);
  const changed = [{ ...migrations[0]!, sql: 'create table first_table (id bigint)' }];
  await expect(migrate(db.connectionString, changed)).rejects.toThrow('has changed since it was applied');
});

test('a mended migration names the text that others have applied, and no other text passes for it', async () => {
  const db = await testDatabase();
  await migrate(db.connectionString, migrations);
  const [first] = migrations;
  const mended = `-- formerly sha256:${sha256(first!.sql).toString('hex')}, which some could not apply\n${first!.sql}`;
  expect(await migrate(db.connectionString, [{ ...first!, sql: mended }])).toEqual([]);
  const foreign = `-- formerly sha256:${'0'.repeat(64)}\n${first!.sql}`;
  await expect(migrate(db.connectionString, [{ ...first!, sql: foreign }])).rejects.toThrow(
    'has changed since it was applied',
  );
});

test('no two slices have given a migration the same number', async () => {
  const numbers = (await readMigrations(path.resolve(import.meta.dirname, '../..'))).map(({ name }) =>
    name.slice(0, 4),
  );
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
