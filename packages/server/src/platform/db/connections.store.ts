import type { Queryable } from './database.ts';
import { listenerName } from './notifications.ts';

/** Counts the nodes on this database: each has one connection that listens. */
export async function countListeners(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    'select count(*) from pg_stat_activity where datname = current_database() and application_name = $1',
    [listenerName],
  );
  return Number(rows[0]!.count);
}

export async function databaseName(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select current_database() as name');
  return rows[0]!.name;
}
