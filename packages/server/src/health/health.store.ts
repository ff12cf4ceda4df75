import type { Queryable } from '../platform/db/index.ts';

/** Throws if the database does not answer. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query('select 1');
}

export async function readDatabaseClock(db: Pick<Queryable, 'query'>): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]!.at;
}

export interface ReplicationFacts {
  /** Connected standbys and backups. */
  readonly standbys: number;
  /** Of the slowest standby; null if there is none or our role may not see it. */
  readonly lagSeconds: number | null;
  /** The last attempt to archive a WAL file failed. */
  readonly isArchiveFailing: boolean;
}

/**
 * Every role may read the archiver and count standbys. Their lag needs `grant pg_read_all_stats`, or an exporter. A synchronous standby
 * without writes reports no lag.
 */
export async function readReplication(db: Queryable): Promise<ReplicationFacts> {
  const { rows } = await db.query<ReplicationFacts>(
    `select (select count(*)::int from pg_stat_replication) as standbys,
       (select extract(epoch from max(coalesce(replay_lag, '0'))) from pg_stat_replication where state is not null)::float8 as "lagSeconds",
       (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as "isArchiveFailing"`,
  );
  return rows[0]!;
}
