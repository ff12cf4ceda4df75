import type { Needs } from '../platform/needs.ts';
import { listLivingOrigins } from './apps.store.ts';
import { isLoopbackOrigin } from './origin-rules.ts';

const reloadMillis = 20_000;

export interface OriginRegistry {
  /** Whether browsers on this origin may call the API. Reads from memory. */
  has(origin: string): boolean;
  close(): void;
}

/** Every app's origins in memory: reloaded when a node says that they changed, and by timer should that be lost. */
export async function openOriginRegistry(
  deps: Needs<'db' | 'notifications' | 'log'>,
): Promise<OriginRegistry> {
  let origins = new Set<string>();
  let underway: Promise<void> | null = null;
  let isStale = false;

  async function reload(): Promise<void> {
    do {
      isStale = false;
      origins = new Set(await listLivingOrigins(deps.db));
      // A change that was announced while the list was being read may be missing from it.
    } while (isStale);
  }

  function reloadSoon(): void {
    isStale = true;
    underway ??= reload()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'origins could not be reloaded'))
      .finally(() => {
        underway = null;
      });
  }

  await reload();
  deps.notifications.on('origins', reloadSoon);
  deps.notifications.onGap(reloadSoon);
  const timer = setInterval(reloadSoon, reloadMillis);
  timer.unref();
  return {
    has: (origin) => isLoopbackOrigin(origin) || origins.has(origin),
    close: () => clearInterval(timer),
  };
}
