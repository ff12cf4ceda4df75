import type pg from 'pg';
import { sqlState } from './database-errors.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './read-schema.ts';

export interface IndexToBuild {
  readonly name: string;
  readonly table: string;
  readonly isUnique: boolean;
  /** Columns and predicate. */
  readonly rest: string;
}

const columnMissing = '42703';
/** A partitioned table cannot build an index concurrently. */
const notSupported = '0A000';

/** The indexes that a migration creates if they do not exist. */
export function indexesOf({ sql }: SqlFile): IndexToBuild[] {
  const statements = sql.matchAll(/^create (unique )?index if not exists (\w+) on (\w+)([^;]*);/gm);
  return [...statements].map(([, unique, name, table, rest]) => ({
    name: name!,
    table: table!,
    isUnique: unique !== undefined,
    rest: rest!,
  }));
}

/**
 * Builds the indexes of a migration on tables that already have rows, without blocking writes. The migration's
 * `create index if not exists` then finds them. An index on a column that the migration itself adds is left to the migration.
 */
export async function buildIndexes(client: pg.Client, migration: SqlFile): Promise<void> {
  for (const index of indexesOf(migration)) {
    if (!(await hasRows(client, index.table))) continue;
    await dropInvalid(client, index.name);
    try {
      // Not in a transaction: it waits for the transactions that are open now, and nobody waits for it.
      await client.query(
        `create ${index.isUnique ? 'unique ' : ''}index concurrently if not exists ${index.name} on ${index.table}${index.rest}`,
      );
    } catch (error) {
      if ([columnMissing, notSupported].includes(sqlState(error) ?? '')) continue;
      throw new MigrationError(
        `Index ${index.name} could not be built (${(error as Error).message}). Nothing else was changed. Correct the cause and run \`pid migrate\` again.`,
        { cause: error },
      );
    }
  }
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ]);
  if (!rows[0]!.exists) return false;
  return (await client.query(`select from ${table} limit 1`)).rowCount === 1;
}

/** A build that was interrupted leaves an index that no query uses. */
async function dropInvalid(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (rowCount === 1) await client.query(`drop index concurrently ${name}`);
}
