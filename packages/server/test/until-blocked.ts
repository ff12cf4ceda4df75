import { expect } from 'vitest';
import type { Database } from '../src/platform/db/index.ts';

const patienceMillis = 30_000;

/** Resolves when at least `count` in this database wait for a lock; fails when they never do. */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await db.query<{ blocked: bigint }>(
      // What another role waits for is hidden in pg_stat_activity, that it waits is not in pg_locks.
      `select count(distinct pid) as blocked from pg_locks l join pg_stat_activity using (pid)
       where not l.granted and datname = current_database()`,
    );
    return Number(rows[0]!.blocked);
  };
  await expect.poll(blocked, { timeout: patienceMillis, interval: 10 }).toBeGreaterThanOrEqual(count);
}
