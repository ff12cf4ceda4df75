export { isDatabaseUnavailable, isTimeout, sqlState } from './database-errors.ts';
export {
  allOrFirstFault,
  hasTable,
  openDatabase,
  type Database,
  type Queryable,
  type Tx,
} from './database.ts';
export { countListeners, databaseName } from './connections.store.ts';
export { clientToPrimary } from './find-primary.ts';
export { detachedSchema, detachPartition } from './detach-partitions.ts';
export { inBatches } from './in-batches.ts';
export { MoveError, moveToPartitions, type MovableTable } from './move-to-partitions.ts';
export { daysAhead, listPartitions, makePartitionsAhead, tablesWithRest } from './partitions.store.ts';
export { streamRows } from './stream-rows.store.ts';
export { openPageSweep } from './page-sweep.store.ts';
export { lockTimeoutMillis, migrate, pendingMigrations, type MigrateOptions } from './migrate.ts';
export { planMigrations, type MigrationPlan } from './plan-migrations.ts';
export { MigrationError } from './migration-error.ts';
export { readDevelopmentTables, readSchema, type Schema } from './read-schema.ts';
export { openReader, primaryReader, type Reader } from './open-reader.ts';
export { ensureRoles, grantReading, grantToService, serviceUrl, type RolePolicy } from './service-role.ts';
export { listen, nothingHeard, notify, type Notifications } from './notifications.ts';
