export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { start as startEmbeddedPostgres } from './start.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start.ts';
