import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** 32 MB: a fraction of a second, where a statement has ten. */
const pagesAtOnce = 4096;
/** A table that takes longer is read once a day. */
const longMillis = 10_000;
const restMillis = 23 * 3_600_000;

interface PageSweep {
  readonly table: string;
  /** Removes what is old among the rows from the one place of the table up to the other. */
  remove(from: string, to: string): Promise<unknown>;
}

/**
 * Goes through a table from its first page to its last. For tables whose rows change the column that says how old they are with every
 * use: an index over it would cost each use more than this costs an hour.
 */
export function openPageSweep(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { table, remove }: PageSweep,
): () => Promise<void> {
  let restsSinceMillis = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = clock.nowMillis();
    // A clock that was put back makes no rest longer.
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
