import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Samples of the postings in PostgreSQL, taken every few milliseconds. */
export interface LockWaits {
  /** Number of running postings, summed over all samples. */
  readonly looks: number;
  /** The share of these postings that waited for a lock. */
  readonly waiting: number;
}

const everyMillis = 5;

/** Takes samples until `work` is done. */
export async function watchLockWaits(owner: pg.Client, work: () => Promise<unknown>): Promise<LockWaits> {
  const state = { done: false };
  const finished = work().finally(() => (state.done = true));
  let looks = 0;
  let waiting = 0;
  while (!state.done) {
    const { rows } = await owner.query<{ active: string; waiting: string }>(
      `select count(*) as active, count(*) filter (where wait_event_type = 'Lock') as waiting from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%ledger_post_%' and pid <> pg_backend_pid()`,
    );
    looks += Number(rows[0]!.active);
    waiting += Number(rows[0]!.waiting);
    await sleep(everyMillis);
  }
  await finished;
  return { looks, waiting: looks === 0 ? 0 : waiting / looks };
}
