import { expect } from 'vitest';
import type { Database } from '../src/platform/db/index.ts';

const patienceMillis = 30_000;

/** Resolves when at least `count` in this database wait for a lock; fails when they never do. */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await db.query<{ blocked: bigint }>(
      `select count(*) as blocked from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]!.blocked);
  };
  await expect.poll(blocked, { timeout: patienceMillis, interval: 10 }).toBeGreaterThanOrEqual(count);
}
