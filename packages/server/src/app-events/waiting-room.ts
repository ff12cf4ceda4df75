import type { Notifications } from '../platform/db/index.ts';

export interface WaitingRoom {
  /** Resolves when there may be news of the app, the time is over, or everybody is sent away. Null when too many wait already. */
  wait(clientId: string, seconds: number, gone: AbortSignal): Promise<void> | null;
  /** From now on nobody waits. */
  close(): void;
}

const waitsMax = 10;

/** Those who wait for news of an app on this node. They hold a socket and nothing of the database. */
export function openWaitingRoom(notifications: Notifications): WaitingRoom {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;

  function wake(clientId: string): void {
    // Whoever ends leaves the set; those who come meanwhile have looked after the news.
    for (const end of waiting.get(clientId) ?? []) end();
  }
  function wakeAll(): void {
    for (const clientId of waiting.keys()) wake(clientId);
  }
  notifications.on('app-events', wake);
  // What was said meanwhile is lost: everybody looks again.
  notifications.onGap(wakeAll);

  return {
    wait(clientId, seconds, gone) {
      const here = waiting.get(clientId) ?? new Set<() => void>();
      if (closed || gone.aborted) return Promise.resolve();
      if (here.size >= waitsMax) return null;
      waiting.set(clientId, here);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          gone.removeEventListener('abort', end);
          here.delete(end);
          if (here.size === 0) waiting.delete(clientId);
          resolve();
        };
        const timer = setTimeout(end, seconds * 1000);
        gone.addEventListener('abort', end);
        here.add(end);
      });
    },
    close() {
      closed = true;
      wakeAll();
    },
  };
}
