import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, testDatabase } from '../../../test/test-database.ts';
import { createLogger } from '../log.ts';
import { openReader } from './open-reader.ts';

const log = createLogger('silent');

/** Another database acts as the replica, so the data shows which server was queried. */
async function pair() {
  const db = await testDatabase();
  const replica = await cloneDatabase();
  let now = 1_800_000_000_000;
  const clock = { nowMillis: () => now };
  const reader = openReader({
    db,
    replicaUrl: replica.connectionString,
    poolSize: 2,
    namedStatements: true,
    clock,
    log,
  });
  onTestFinished(async () => {
    await reader.close();
    await replica.drop();
  });
  const asked = async () => {
    const { rows } = await reader.query<{ name: string }>('select current_database()::text as name');
    return rows[0]!.name === replica.name ? 'replica' : 'primary';
  };
  return { db, replica, reader, asked, advance: (millis: number) => (now += millis) };
}

test('reads from the replica, and from the primary without errors when the replica is gone', async () => {
  const { replica, reader, asked, advance } = await pair();
  expect(await asked()).toBe('replica');
  await replica.drop();
  expect(await asked()).toBe('primary');
  expect(await reader.follows()).toBe(false);
  advance(6000);
  expect([await asked(), await asked()]).toEqual(['primary', 'primary']);
});

test('repeats a failed replica query on the primary, and uses the replica again later', async () => {
  const { db, reader, asked, advance } = await pair();
  await db.query('create table only_here as select 7 as value');
  expect((await reader.query<{ value: number }>('select value from only_here')).rows).toEqual([{ value: 7 }]);
  expect(await asked()).toBe('primary');
  advance(6000);
  expect(await asked()).toBe('replica');
});

test('reads from the primary without a replica', async () => {
  const db = await testDatabase();
  const reader = openReader({
    db,
    replicaUrl: null,
    poolSize: 2,
    namedStatements: true,
    clock: { nowMillis: () => 0 },
    log,
  });
  expect((await reader.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(await reader.follows()).toBe(true);
});
