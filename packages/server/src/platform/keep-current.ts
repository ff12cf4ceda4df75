import type { Needs } from './needs.ts';

export interface KeptCurrent {
  /** Now: whoever waits for it sees what was there when it was called. */
  readonly reload: () => Promise<void>;
  /** In the background, once however often it is asked; a failure is a warning. */
  readonly reloadSoon: () => void;
  close(): void;
}

/** What a node keeps in memory of the database: read again when a node says that it changed, and by timer should that be lost. */
export async function keepCurrent(
  deps: Needs<'notifications' | 'log'>,
  what: { readonly topic: string; readonly name: string; readonly everyMillis: number },
  read: () => Promise<void>,
): Promise<KeptCurrent> {
  let underway: Promise<void> | null = null;
  let isStale = false;

  async function reload(): Promise<void> {
    do {
      isStale = false;
      await read();
      // A change that was announced while it was being read may be missing from it.
    } while (isStale);
  }

  function reloadSoon(): void {
    isStale = true;
    underway ??= reload()
      .catch((error: unknown) => deps.log.warn({ err: error }, `${what.name} could not be reloaded`))
      .finally(() => {
        underway = null;
      });
  }

  await reload();
  deps.notifications.on(what.topic, reloadSoon);
  deps.notifications.onGap(reloadSoon);
  const timer = setInterval(reloadSoon, what.everyMillis);
  timer.unref();
  return { reload, reloadSoon, close: () => clearInterval(timer) };
}
