export { isDatabaseUnavailable, sqlState } from './database-errors.ts';
export { allOrFirstFault, openDatabase, type Database, type Queryable, type Tx } from './database.ts';
export { clientToPrimary } from './find-primary.ts';
export { migrate, MigrationError, pendingMigrations, readMigrations } from './migrate.ts';
export { openReader, primaryReader, type Reader } from './open-reader.ts';
export { ensureRoles, grantReading, grantToService, serviceUrl, type RolePolicy } from './service-role.ts';
export { listen, nothingHeard, notify, type Notifications } from './notifications.ts';
