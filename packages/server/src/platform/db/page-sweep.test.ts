import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { systemClock } from '../clock.ts';
import { openPageSweep } from './index.ts';

const hourMillis = 3_600_000;

test('sweeps a table from its first page to its last, and a slow one once a day', async () => {
  const db = await testDatabase();
  await db.query('create table wide (n integer, pad text)');
  await db.query('alter table wide alter column pad set storage plain');
  // One row per page, and more pages than one batch.
  await db.query("insert into wide select n, repeat('x', 5000) from generate_series(1, 4200) n");
  let [millis, millisOfOne, asked] = [systemClock.nowMillis(), 0, 0];
  const clock = { ...systemClock, nowMillis: () => millis };
  const sweep = openPageSweep(
    { db, clock },
    {
      table: 'wide',
      async remove(from, to) {
        asked += 1;
        millis += millisOfOne;
        await db.query('delete from wide where ctid >= $1::tid and ctid < $2::tid and n % 2 = 0', [from, to]);
      },
    },
  );
  await sweep();
  expect(asked).toBe(2);
  const { rows } = await db.query('select count(*) as count, min(n) as least, max(n) as most from wide');
  expect(rows).toEqual([{ count: 2100n, least: 1, most: 4199 }]);

  millisOfOne = 6000;
  for (const expected of [4, 4, 6]) {
    await sweep();
    expect(asked).toBe(expected);
    millis += expected === 4 ? 11.6 * hourMillis : 0;
  }
  millis -= 240 * hourMillis;
  await sweep();
  expect(asked, 'after the clock was put back').toBe(8);
});
