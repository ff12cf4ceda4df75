import pg from 'pg';
import type { Logger } from '../log.ts';

/** What a store needs: the pool for single statements, or a transaction's connection. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** A connection inside a transaction. Stores that must not run outside of one take `Tx`. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** Runs `work` in one transaction, again on a serialization failure or deadlock. No network calls inside. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly log: Logger;
  /** Named statements need a session of their own: off behind a transaction-mode pooler older than PgBouncer 1.21. */
  readonly namedStatements?: boolean;
}

const attemptsMax = 4;
const retryableStates = new Set(['40001', '40P01']);

const types = new pg.TypeOverrides();
types.setTypeParser(20, BigInt);

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'pid',
    statement_timeout: 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'));
  const prepare = (query: string | pg.QueryConfig): string | pg.QueryConfig =>
    typeof query === 'string' || options.namedStatements !== false ? query : { ...query, name: undefined };

  return {
    pool,
    query: (query, values) => pool.query(prepare(query) as string, values as unknown[]),
    transaction: (work, transactionOptions) => runTransaction(pool, prepare, work, transactionOptions),
    close: () => pool.end(),
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  prepare: (query: string | pg.QueryConfig) => string | pg.QueryConfig,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, prepare, work, options);
    } catch (error) {
      if (attempt >= attemptsMax || !retryableStates.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 5 * (0.5 + Math.random())));
    }
  }
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  prepare: (query: string | pg.QueryConfig) => string | pg.QueryConfig,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin isolation level ${options.isolation ?? 'read committed'}`);
    const tx: Tx = {
      inTransaction: true,
      query: (query, values) => client.query(prepare(query) as string, values as unknown[]),
    };
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone; the pool must not hand it out again.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The SQLSTATE of a PostgreSQL error, or undefined when the error is not one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when the database could not be reached or is shutting down: the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    return (
      state.startsWith('08') ||
      state.startsWith('53') ||
      state.startsWith('57P') ||
      state === '55P03' ||
      state === '57014' ||
      state === '25P03'
    );
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && unreachableCodes.has(code)) return true;
  // pg-pool and pg have no code for these two; their texts are the only sign they give.
  const message = error instanceof Error ? error.message : '';
  return (
    message.startsWith('timeout exceeded when trying to connect') ||
    message.startsWith('Connection terminated')
  );
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
