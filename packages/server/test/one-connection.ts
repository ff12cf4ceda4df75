import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * A transaction that takes a second connection of its pool can wait for itself: if as many of them run at once as the
 * pool has connections, each waits for the others, and so does every other request of the node. No service that a
 * test starts may do it. The tests themselves may: they connect as the owner.
 */
interface Transaction {
  readonly pool: object;
  isOpen: boolean;
}

/** Places in a stack that may do it, because nothing waits for itself there. */
const allowed = [
  // Creates the keys of accounts, which must be committed at once. Only one node at a time appends to the log or builds
  // the tree of a day.
  '/src/transparency/',
  // Cancels the statement of a transaction. No transaction waits for this.
  'EventTarget.cancel ',
];

type Taken = (error: unknown, client: object | undefined, release: unknown) => void;

/** Returns a function that throws if a service has taken a second connection since its last call. */
export function watchConnections(): () => void {
  const transaction = new AsyncLocalStorage<Transaction>();
  const poolOf = new WeakMap<object, object>();
  const found: Error[] = [];

  const pool = pg.Pool.prototype as unknown as {
    options: pg.PoolConfig;
    connect(taken?: Taken): Promise<object> | undefined;
  };
  const { connect } = pool;
  pool.connect = function (taken) {
    const open = transaction.getStore();
    if (open?.isOpen && open.pool === this && this.options.connectionString?.includes('//pid_service:')) {
      const error = new Error('This transaction takes a second connection.');
      if (!allowed.some((place) => error.stack?.includes(place))) {
        found.push(error);
        throw error;
      }
    }
    const keep = (client: object | undefined) => client && poolOf.set(client, this);
    if (taken)
      return connect.call(this, (error, client, release) => {
        keep(client);
        taken(error, client, release);
      });
    return connect.call(this)!.then((client) => {
      keep(client);
      return client;
    });
  };

  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const { query } = client;
  client.query = function (...given) {
    const [text] = given;
    const its = poolOf.get(this);
    const open = transaction.getStore();
    if (its && typeof text === 'string' && text.startsWith('begin'))
      transaction.enterWith({ pool: its, isOpen: true });
    else if (open && open.pool === its && (text === 'commit' || text === 'rollback')) open.isOpen = false;
    return query.apply(this, given);
  };

  return () => {
    const [first] = found.splice(0);
    if (first) throw first;
  };
}
