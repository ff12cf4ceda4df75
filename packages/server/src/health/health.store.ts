import type { Queryable } from '../platform/db/index.ts';

/** Throws if the database does not answer. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query('select 1');
}
