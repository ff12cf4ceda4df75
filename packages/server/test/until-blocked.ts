import type { Database } from '../src/platform/db/index.ts';

/** Resolves when somebody in this database waits for a lock. */
export async function untilBlocked(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ blocked: bigint }>(
      `select count(*) as blocked from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]!.blocked > 0n) return;
  }
}
