import type { Queryable } from './database.ts';

/** A part of a table that lies in months. The first has no beginning; what takes the rest has neither. */
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

/** Makes the months that are missing, three ahead. Any number of nodes may ask at once. */
export async function makePartitionsAhead(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ made: number }>('select partitions_ahead() as made');
  return rows[0]!.made;
}

/** For how many days there are months for every table that lies in months; null where none does. */
export async function daysAhead(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ days: number | null }>(
    `select extract(epoch from min(ends) - now())::float / 86400 as days
     from (select max(ends) as ends from partitions group by parent) months`,
  );
  return rows[0]!.days;
}

/** Tables whose rows lie where no month was made for them. */
export async function tablesWithRest(db: Queryable): Promise<string[]> {
  const found: string[] = [];
  for (const { parent, name, takesTheRest } of await listPartitions(db)) {
    if (!takesTheRest) continue;
    const { rows } = await db.query<{ some: boolean }>(`select exists (select from ${name}) as some`);
    if (rows[0]!.some) found.push(parent);
  }
  return found;
}
