import type { Needs } from '../platform/needs.ts';
import { remember } from '../platform/remember.ts';
import { readReplication, type ReplicationFacts } from './health.store.ts';

/** Reports what PostgreSQL tells our role about its standbys and its archive. NaN: it does not tell. */
export function watchPostgres({ db, clock, metrics }: Needs<'db' | 'clock' | 'metrics'>): void {
  const read = remember({ clock, millis: 10_000 }, () => readReplication(db));
  const gauge = (name: string, help: string, value: (facts: ReplicationFacts) => number | null) =>
    metrics.gauge(name, help, async () => {
      const facts = await read().catch(() => null);
      return (facts && value(facts)) ?? Number.NaN;
    });
  gauge(
    'pid_postgres_standbys',
    'Standbys and backups connected to the database',
    ({ standbys }) => standbys,
  );
  gauge(
    'pid_postgres_replication_lag_seconds',
    'Lag of the slowest standby; NaN if our role may not see it',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge(
    'pid_postgres_archive_failing',
    'Whether the last attempt to archive a WAL file failed, 1 or 0',
    ({ isArchiveFailing }) => Number(isArchiveFailing),
  );
}
