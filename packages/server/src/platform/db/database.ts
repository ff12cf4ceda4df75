import pg from 'pg';
import type { Logger } from '../log.ts';
import { assertTakesWrites, primaryFinder, StandbyError } from './find-primary.ts';

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
  /** As it was given, maybe of several servers. */
  readonly connectionString: string;
  /** Runs `work` in one transaction, again on a serialization failure or deadlock. No network calls inside. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Waits for answers for an hour: for work that lifts the server's own timeout too. */
  readonly patient?: boolean;
}

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly log: Logger;
  /** Named statements need a session of their own: off behind a transaction-mode pooler older than PgBouncer 1.21. */
  readonly namedStatements?: boolean;
}

const attemptsMax = 4;
const statementMillisMax = 10_000;
/** The server ends a slow statement itself. One that is paused or cut off does not, and nobody may wait for it for ever. */
const answerMillisMax = 12_000;
const patienceMillis = 3_600_000;
/** A write reached a standby: somebody is failing over. */
const readOnlyState = '25006';
const retryableStates = new Set(['40001', '40P01']);

const types = new pg.TypeOverrides();
types.setTypeParser(20, BigInt);

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'));
  const prepare: Prepare = (query) =>
    typeof query === 'string' || options.namedStatements !== false ? query : { ...query, name: undefined };

  return {
    pool,
    connectionString: options.connectionString,
    query: (query, values) => pool.query(prepare(query) as string, values as unknown[]),
    transaction: (work, transactionOptions) => runTransaction(pool, prepare, work, transactionOptions),
    close: () => pool.end(),
  };
}

function openPool(options: DatabaseOptions): pg.Pool {
  const finder = primaryFinder(options.connectionString);
  const config: pg.PoolConfig = {
    connectionString: finder.current(),
    max: options.poolSize,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'pid',
    statement_timeout: statementMillisMax,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    query_timeout: answerMillisMax,
  };
  if (finder.urls.length === 1) return new pg.Pool(config);

  /** Connects to the server that took writes last; when it no longer does, the next connection knows better. */
  class ClientToPrimary extends pg.Client {
    constructor(given?: pg.ClientConfig) {
      super({ ...given, connectionString: finder.current() });
    }
  }
  const pool = new pg.Pool({ ...config, Client: ClientToPrimary, onConnect: assertTakesWrites });
  const connect = pool.connect.bind(pool) as (done: ConnectDone) => void;
  // pool.query calls this with a callback, transactions without.
  pool.connect = ((done?: ConnectDone) => {
    const connected = new Promise<pg.PoolClient>((resolve, reject) => {
      const settle =
        (again: () => void): ConnectDone =>
        (error, client) => {
          if (client) resolve(client);
          else if (isDatabaseUnavailable(error)) again();
          else reject(error);
        };
      connect(
        settle(() =>
          finder
            .find()
            .then(() => connect((error, client) => (client ? resolve(client) : reject(error))), reject),
        ),
      );
    });
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release.bind(client)),
      (error: Error) => done(error, undefined, () => {}),
    );
    return undefined;
  }) as pg.Pool['connect'];
  return pool;
}

type ConnectDone = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error) => void,
) => void;
type Prepare = (query: string | pg.QueryConfig) => string | pg.QueryConfig;

async function runTransaction<T>(
  pool: pg.Pool,
  prepare: Prepare,
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
  prepare: Prepare,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin isolation level ${options.isolation ?? 'read committed'}`);
    const tx: Tx = {
      inTransaction: true,
      query: (query, values) =>
        client.query(withPatience(prepare(query), options) as string, values as unknown[]),
    };
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    // Without an answer of the server's there is nobody to ask for a rollback, and the pool must not hand it out again.
    if (sqlState(error) === undefined && isDatabaseUnavailable(error)) broken = error as Error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      if (sqlState(error) === readOnlyState) broken = error as Error;
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

function withPatience(
  query: string | pg.QueryConfig,
  { patient = false }: TransactionOptions,
): string | pg.QueryConfig {
  if (!patient) return query;
  const config = { ...(typeof query === 'string' ? { text: query } : query), query_timeout: patienceMillis };
  return config;
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
      state === '25P03' ||
      state === readOnlyState
    );
  }
  if (error instanceof StandbyError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && unreachableCodes.has(code)) return true;
  // pg-pool and pg have no code for these; their texts are the only sign they give.
  const message = error instanceof Error ? error.message : '';
  return wordsOfAbsence.some((words) => message.startsWith(words));
}

const wordsOfAbsence = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
];

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
