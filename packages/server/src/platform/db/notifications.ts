import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Database, Queryable } from './database.ts';
import { clientToPrimary } from './find-primary.ts';

export interface Notifications {
  /**
   * On the node that made the change, the use case waits for the promise that a listener returns before it
   * responds.
   */
  on(topic: string, listener: (key: string) => unknown): void;
  /** Called after a reconnect. Notifications sent meanwhile are lost, so drop every cache. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

/** For commands, which end before a notification could arrive. */
export const nothingHeard: Notifications = { on() {}, onGap() {}, async close() {} };

const channel = 'pid';
/** Names the connection of a node in `pg_stat_activity`. */
export const listenerName = 'pid listen';
const reconnectMillis = 500;

/**
 * Notifies every node, on commit, that `key` of `topic` has changed; this node before it responds to the
 * request that made the change.
 */
export async function notify(db: Queryable, topic: string, key: string): Promise<void> {
  const message = `${topic}:${key}`;
  await db.query('select pg_notify($1, $2)', [channel, message]);
  await db.announce?.(message);
}

/**
 * Opens the one connection of this node that listens. Caches must not rely on it alone: each also has a
 * lifetime.
 */
export async function listen(connectionString: string, db: Database, log: Logger): Promise<Notifications> {
  const listeners = new Map<string, ((key: string) => unknown)[]>();
  const gapListeners: (() => void)[] = [];
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function dispatch(message: string): Promise<unknown> {
    const split = message.indexOf(':');
    const concerned = listeners.get(message.slice(0, split)) ?? [];
    return Promise.all(concerned.map((listener) => listener(message.slice(split + 1))));
  }

  async function connect(): Promise<void> {
    const next = await clientToPrimary(connectionString, {
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    });
    next.on('notification', ({ payload = '' }) => void dispatch(payload));
    next.on('error', (error) => {
      log.warn({ err: error }, 'notification connection lost');
      retryLater();
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    for (const listener of gapListeners) listener();
  }

  function retryLater(): void {
    client = undefined;
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(retryLater);
    }, reconnectMillis);
  }

  await connect();
  db.onAnnounced(dispatch);
  return {
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    onGap(listener) {
      gapListeners.push(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
