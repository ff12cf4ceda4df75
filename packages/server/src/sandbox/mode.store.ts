import type { Queryable } from '../platform/db/index.ts';
import type { Mode } from '../platform/settings.ts';

/** Returns null if no service has started on the database since it has the table. */
export async function findMode(db: Queryable): Promise<Mode | null> {
  const { rows } = await db.query<{ mode: Mode }>('select mode from service_mode');
  return rows[0]?.mode ?? null;
}

/** False before the migration that creates the table. */
export async function hasModes(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    "select to_regclass('service_mode') is not null and has_table_privilege('service_mode', 'select') as has",
  );
  return rows[0]!.has;
}

/** Of services that start at the same time, the first decides. */
export async function insertMode(db: Queryable, mode: Mode): Promise<void> {
  await db.query('insert into service_mode (mode) values ($1) on conflict do nothing', [mode]);
}
