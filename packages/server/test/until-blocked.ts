import { expect } from 'vitest';
import type { Database } from '../src/platform/db/index.ts';

const patienceMillis = 30_000;

/**
 * Resolves when at least `count` sessions in this database wait for a lock. Fails if that does not happen.
 */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await db.query<{ blocked: bigint }>(
      // For another role, pg_stat_activity hides what a session waits for, but pg_locks shows that it waits.
      `select count(distinct pid) as blocked from pg_locks l join pg_stat_activity using (pid)
       where not l.granted and datname = current_database()`,
    );
    return Number(rows[0]!.blocked);
  };
  await expect.poll(blocked, { timeout: patienceMillis, interval: 10 }).toBeGreaterThanOrEqual(count);
}
