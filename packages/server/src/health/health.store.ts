import type { Queryable } from '../platform/db/index.ts';

/** Throws if the database does not answer. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query('select 1');
}

export async function readDatabaseClock(db: Pick<Queryable, 'query'>): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]!.at;
}
