import type { Notifications } from '../platform/db/index.ts';

export interface WaitingRoom {
  /**
   * Resolves when the app may have news, the time is over, or the room closes. Returns null if too many
   * requests wait already.
   */
  wait(clientId: string, seconds: number, gone: AbortSignal): Promise<void> | null;
  /** Ends all waits and accepts no new ones. */
  close(): void;
}

const waitsMax = 10;

/**
 * Holds the requests that wait for news of an app on this node. They hold a socket but no database
 * connection.
 */
export function openWaitingRoom(notifications: Notifications): WaitingRoom {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;

  function wake(clientId: string): void {
    // `end` removes itself from the set. A request that starts to wait during the loop reads the events after
    // this news.
    for (const end of waiting.get(clientId) ?? []) end();
  }
  function wakeAll(): void {
    for (const clientId of waiting.keys()) wake(clientId);
  }
  notifications.on('app-events', wake);
  // Notifications were lost, so every waiting request reads again.
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
