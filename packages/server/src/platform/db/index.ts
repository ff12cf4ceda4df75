export {
  isDatabaseUnavailable,
  openDatabase,
  sqlState,
  type Database,
  type Queryable,
  type Tx,
} from './database.ts';
export { migrate, readMigrations, type Migration } from './migrate.ts';
export { listen, notify, type Notifications } from './notifications.ts';
