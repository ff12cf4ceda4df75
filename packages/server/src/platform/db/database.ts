import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { jittered } from '../timers.ts';
import { currentTracer } from '../tracing/tracing.ts';
import { isDatabaseUnavailable, readOnlyState, sqlState } from './database-errors.ts';
import { openPool } from './open-pool.ts';

/** The access that a store needs: the pool for single statements, or the connection of a transaction. */
export interface Queryable {
  query<Row extends object>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
  /** Announces a change to the listeners of this process: now, or after the commit of the transaction. */
  announce?(message: string): unknown;
}

/** A connection inside a transaction. Stores that must not run outside of one take `Tx`. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** The connection string that was passed in; it may list several servers. */
  readonly connectionString: string;
  /**
   * Runs `work` in one transaction and retries it on a serialization failure or deadlock. Make no network
   * calls inside.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** `announce` and `transaction` wait for the promises that listeners return. */
  onAnnounced(listener: (message: string) => unknown): void;
  close(): Promise<void>;
}

/**
 * Waits for statements that were sent together and throws the error of the first one that failed, in the
 * order of sending. Later ones only report that the transaction is aborted.
 */
export async function allOrFirstFault(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(sent))
    if (outcome.status === 'rejected') throw outcome.reason;
}

/** True if the table exists. Only development databases have the tables of `development/*.sql`. */
export async function hasTable(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]);
  return rows[0]!.found;
}

interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Waits up to a day for results: for work that also lifts the server's statement timeout. */
  readonly patient?: boolean;
  /** Cancels the running statement and rolls back. */
  readonly signal?: AbortSignal;
}

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly log: Logger;
  /**
   * Named statements need a session: turn them off behind a transaction-mode pooler older than PgBouncer
   * 1.21.
   */
  readonly namedStatements?: boolean;
  /** Lets statements run for up to an hour: for commands, never for a node. */
  readonly patient?: boolean;
}

const attemptsMax = 4;
const patienceMillis = 86_400_000;
const retryableStates = new Set(['40001', '40P01']);

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options.connectionString, options.poolSize, options.patient);
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'));
  // The pending query of a checked-out connection already rejects when the connection is lost. Without a
  // listener, the error event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepare: Prepare = (query) =>
    typeof query === 'string' || options.namedStatements !== false ? query : { ...query, name: undefined };

  const listeners: ((message: string) => unknown)[] = [];
  const announce = (message: string) => Promise.all(listeners.map((listener) => listener(message)));

  return {
    pool,
    connectionString: options.connectionString,
    query: (query, values) => traced(query, () => pool.query(prepare(query) as string, values as unknown[])),
    announce,
    onAnnounced: (listener) => void listeners.push(listener),
    transaction: async (work, transactionOptions) => {
      const { result, announced } = await retried(() =>
        attemptTransaction(pool, prepare, work, transactionOptions ?? {}),
      );
      await Promise.all(announced.map(announce));
      return result;
    },
    close: () => pool.end(),
  };
}

/**
 * Adds a span to the trace of the current request, if there is one: the text with its placeholders, never the
 * values.
 */
function traced<T>(query: string | pg.QueryConfig, send: () => Promise<T>): Promise<T> {
  const tracer = currentTracer();
  if (!tracer) return send();
  const text = typeof query === 'string' ? query : query.text;
  const name = /^\s*(\w+)/.exec(text)?.[1] ?? 'statement';
  return tracer.span(name, { 'db.system.name': 'postgresql', 'db.query.text': text }, send);
}

type Prepare = (query: string | pg.QueryConfig) => string | pg.QueryConfig;

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= attemptsMax || !retryableStates.has(sqlState(error) ?? '')) throw error;
      await sleep(jittered(2 ** attempts * 5));
    }
  }
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  prepare: Prepare,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<{ result: T; announced: readonly string[] }> {
  const client = await pool.connect();
  const announced: string[] = [];
  let broken: Error | undefined;
  let ignoreSignal = () => {};
  try {
    if (options.signal) ignoreSignal = await cancelOn(options.signal, pool, client);
    await client.query(`begin isolation level ${options.isolation ?? 'read committed'}`);
    const tx: Tx = {
      inTransaction: true,
      announce: (message) => void announced.push(message),
      query: (query, values) =>
        traced(query, () =>
          client.query(withPatience(prepare(query), options) as string, values as unknown[]),
        ),
    };
    const result = await work(tx);
    await client.query('commit');
    return { result, announced };
  } catch (error) {
    // If the server did not respond, a rollback cannot be sent and the pool must not reuse the connection.
    if (sqlState(error) === undefined && isDatabaseUnavailable(error)) broken = error as Error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      if (sqlState(error) === readOnlyState) broken = error as Error;
    }
    throw error;
  } finally {
    ignoreSignal();
    client.release(broken);
  }
}

/** Cancels the statement of `client` through another connection when the signal comes. */
async function cancelOn(signal: AbortSignal, pool: pg.Pool, client: pg.PoolClient): Promise<() => void> {
  signal.throwIfAborted();
  // Behind a pooler, only the server knows the process of this connection.
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process');
  const cancel = () =>
    void pool.query('select pg_cancel_backend($1)', [rows[0]!.process]).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  return () => signal.removeEventListener('abort', cancel);
}

function withPatience(
  query: string | pg.QueryConfig,
  { patient = false }: TransactionOptions,
): string | pg.QueryConfig {
  if (!patient) return query;
  const config = { ...(typeof query === 'string' ? { text: query } : query), query_timeout: patienceMillis };
  return config;
}
