import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { allOrFirstFault } from './database.ts';

test('rolls back a failed transaction', async () => {
  const db = await testDatabase();
  await db.query('create table t (id bigint)');
  await expect(
    db.transaction(async (tx) => {
      await tx.query('insert into t values (1)');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect((await db.query('select * from t')).rows).toEqual([]);
});

test('throws the first error of statements sent together, not the abort of the later ones, and rolls back', async () => {
  const db = await testDatabase();
  await db.query('create table t (id int primary key); insert into t values (1)');
  await expect(
    db.transaction((tx) =>
      allOrFirstFault([
        tx.query('insert into t values ($1)', [2]),
        tx.query('insert into t values ($1)', [1]),
        tx.query('insert into t values ($1)', [3]),
      ]),
    ),
  ).rejects.toMatchObject({ code: '23505' });
  expect((await db.query('select id from t')).rows).toEqual([{ id: 1 }]);
  // The connection is still usable.
  await db.transaction((tx) =>
    allOrFirstFault([4, 5].map((id) => tx.query('insert into t values ($1)', [id]))),
  );
  expect((await db.query('select id from t order by id')).rows).toEqual([{ id: 1 }, { id: 4 }, { id: 5 }]);
});

test('reads bigint columns as bigints', async () => {
  const db = await testDatabase();
  expect((await db.query('select 9007199254740993::bigint as n')).rows).toEqual([
    { n: 9_007_199_254_740_993n },
  ]);
});

test('retries serialization failures, and no increment is lost', async () => {
  const db = await testDatabase();
  await db.query('create table counter (n int); insert into counter values (0)');
  const increment = () =>
    db.transaction(
      async (tx) => {
        const { rows } = await tx.query<{ n: number }>('select n from counter');
        await tx.query('update counter set n = $1', [rows[0]!.n + 1]);
      },
      { isolation: 'serializable' },
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 3 }, increment));
  const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length;
  expect((await db.query<{ n: number }>('select n from counter')).rows[0]!.n).toBe(succeeded);
  expect(succeeded).toBeGreaterThan(1);
});

test('retries deadlocks until both transactions finish', async () => {
  const db = await testDatabase();
  await db.query('create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)');
  let haveFirst = 0;
  const touch = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.query('update pair set n = n + 1 where id = $1', [first]);
      haveFirst += 1;
      // Each transaction holds one row before either requests the other row. A retry finds the count already
      // reached.
      await expect.poll(() => haveFirst, { interval: 1 }).toBeGreaterThanOrEqual(2);
      await tx.query('update pair set n = n + 1 where id = $1', [second]);
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect((await db.query('select n from pair')).rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('tells a lost database from an error in our SQL', async () => {
  const db = await testDatabase();
  const gone = await db
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(gone)).toBe(true);
  const mistake = await db.query('select nonsense').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(mistake)).toBe(false);
  expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection lost during a transaction ends that transaction, not the process', async () => {
  const db = await testDatabase();
  const cut = db.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await db.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await tx.query('select 1');
  });
  await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
  expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
