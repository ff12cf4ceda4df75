import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Queryable } from './database.ts';
import { clientToPrimary } from './find-primary.ts';

export interface Notifications {
  on(topic: string, listener: (key: string) => void): void;
  /** Called when the connection came back, because what was said meanwhile is lost: drop every cache. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

const channel = 'pid';
const reconnectMillis = 500;

/** Tells every node, on commit, that `key` of `topic` has changed. */
export async function notify(db: Queryable, topic: string, key: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, `${topic}:${key}`]);
}

/** One connection of this node that listens. Caches must not rely on it alone: each also has a lifetime. */
export async function listen(connectionString: string, log: Logger): Promise<Notifications> {
  const listeners = new Map<string, ((key: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = await clientToPrimary(connectionString, {
      application_name: 'pid listen',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    });
    next.on('notification', ({ payload = '' }) => {
      const split = payload.indexOf(':');
      for (const listener of listeners.get(payload.slice(0, split)) ?? []) listener(payload.slice(split + 1));
    });
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
