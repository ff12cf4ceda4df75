import { type EmbeddedPostgres, type EmbeddedPostgresOptions, start } from './start.ts';

export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start.ts';

/**
 * Starts the PostgreSQL server in `dataDir`, or takes it over if it is running, and owns it until `stop`.
 * Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return start(options);
}
