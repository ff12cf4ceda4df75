/** Explains to the operator why the database could not be migrated. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
