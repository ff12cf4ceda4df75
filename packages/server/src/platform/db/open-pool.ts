import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';
import { assertTakesWrites, primaryFinder } from './find-primary.ts';

const statementMillisMax = 10_000;
/**
 * The server cancels a slow statement. A paused or disconnected server does not, so the client also has a
 * timeout.
 */
const answerMillisMax = 12_000;
/** For commands of an operator, who decides how long to wait. A lock still fails after five seconds. */
const patienceMillis = 3_600_000;

const types = new pg.TypeOverrides();
types.setTypeParser(20, BigInt);

/** A pool of connections to the server that accepts writes, if the connection string lists several. */
export function openPool(connectionString: string, poolSize: number, isPatient = false): pg.Pool {
  const finder = primaryFinder(connectionString);
  const config: pg.PoolConfig = {
    connectionString: finder.current(),
    max: poolSize,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'pid',
    statement_timeout: isPatient ? patienceMillis : statementMillisMax,
    lock_timeout: 5000,
    // An operator may read a list page by page for as long as they want.
    idle_in_transaction_session_timeout: isPatient ? 0 : 15_000,
    query_timeout: isPatient ? patienceMillis : answerMillisMax,
    // Queries that a transaction issues concurrently are sent together, for one round trip.
    pipeline: true,
  };
  if (finder.urls.length === 1) return new pg.Pool(config);

  class ClientToPrimary extends pg.Client {
    constructor(given?: pg.ClientConfig) {
      super({ ...given, connectionString: finder.current() });
    }
  }
  // pg-pool waits for the hook, although its types do not say so.
  const onConnect = assertTakesWrites as (client: pg.ClientBase) => void;
  const pool = new pg.Pool({ ...config, Client: ClientToPrimary, onConnect });
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await connectOnce();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await finder.find();
      return connectOnce();
    }
  };
  // pool.query calls it with a callback, transactions without.
  pool.connect = ((done?: ConnectDone) =>
    done ? void callBack(connect(), done) : connect()) as pg.Pool['connect'];
  return pool;
}

type ConnectDone = (error: unknown, client?: pg.PoolClient) => void;

async function callBack(connecting: Promise<pg.PoolClient>, done: ConnectDone): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await connecting;
  } catch (error) {
    done(error);
    return;
  }
  done(undefined, client);
}
