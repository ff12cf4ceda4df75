import type { Queryable } from './database.ts';

/**
 * A partition of a table that is partitioned by month. The first has no beginning; the default one has
 * neither beginning nor end.
 */
export interface Partition {
  readonly parent: string;
  readonly name: string;
  readonly takesTheRest: boolean;
  readonly begins: Date | null;
  readonly ends: Date | null;
}

export async function listPartitions(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<Partition>(
    'select parent, name, takes_the_rest as "takesTheRest", begins, ends from partitions order by parent, ends nulls last',
  );
  return rows;
}

/** Creates the missing partitions for the next three months. Any number of nodes may call it concurrently. */
export async function makePartitionsAhead(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ made: number }>('select partitions_ahead() as made');
  return rows[0]!.made;
}

/** For how many days ahead every partitioned table has partitions; null if no table is partitioned. */
export async function daysAhead(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ days: number | null }>(
    `select extract(epoch from min(ends) - now())::float / 86400 as days
     from (select max(ends) as ends from partitions group by parent) months`,
  );
  return rows[0]!.days;
}

/** Tables with rows in the default partition. */
export async function tablesWithRest(db: Queryable): Promise<string[]> {
  const found: string[] = [];
  for (const { parent, name, takesTheRest } of await listPartitions(db)) {
    if (!takesTheRest) continue;
    const { rows } = await db.query<{ some: boolean }>(`select exists (select from ${name}) as some`);
    if (rows[0]!.some) found.push(parent);
  }
  return found;
}
