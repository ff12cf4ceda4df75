import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** 32 MB: a fraction of a second, while a statement may take ten. */
const pagesAtOnce = 4096;
/** A table that takes longer is swept once a day. */
const longMillis = 10_000;
const restMillis = 23 * 3_600_000;

interface PageSweep {
  readonly table: string;
  /** Deletes the expired rows between two positions (ctid) of the table. */
  remove(from: string, to: string): Promise<unknown>;
}

/**
 * Sweeps a table from its first page to its last. For tables whose rows update their age column on every use:
 * an index on it would cost more per use than an hourly sweep.
 */
export function openPageSweep(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { table, remove }: PageSweep,
): () => Promise<void> {
  let restsSinceMillis = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = clock.nowMillis();
    // A clock that was set back must not prolong the pause.
    if (began >= restsSinceMillis && began - restsSinceMillis < restMillis) return;
    const { rows } = await db.query<{ pages: number }>(
      "select (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer as pages",
      [table],
    );
    for (let page = 0; page < rows[0]!.pages; page += pagesAtOnce)
      await remove(`(${page},0)`, `(${page + pagesAtOnce},0)`);
    if (clock.nowMillis() - began > longMillis) restsSinceMillis = began;
  };
}
