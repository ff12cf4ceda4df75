import type { Needs } from './needs.ts';
import { shareReads } from './share-reads.ts';

export interface KeptCurrent {
  /**
   * Resolves when everything committed before the call is loaded. A failure is logged, and the timer retries.
   */
  readonly refresh: () => Promise<void>;
  close(): void;
}

/**
 * Keeps a part of the database in this node's memory. Reloads it when a node announces a change, and by timer
 * because a notification can be lost. A change made on this node is loaded before its request gets a
 * response.
 */
export async function keepCurrent(
  deps: Needs<'notifications' | 'log'>,
  what: { readonly topic: string; readonly name: string; readonly everyMillis: number },
  read: () => Promise<void>,
): Promise<KeptCurrent> {
  const first = read();
  const refresh = shareReads(async () => {
    try {
      await first;
      await read();
    } catch (error) {
      deps.log.warn({ err: error }, `${what.name} could not be reloaded`);
    }
  });
  deps.notifications.on(what.topic, refresh);
  deps.notifications.onGap(() => void refresh());
  // Subscribes before it waits, so that a change that the first read misses is announced.
  await first;
  const timer = setInterval(() => void refresh(), what.everyMillis);
  timer.unref();
  return { refresh, close: () => clearInterval(timer) };
}
