import { keepCurrent } from '../platform/keep-current.ts';
import type { Needs } from '../platform/needs.ts';
import { listLivingOrigins } from './apps.store.ts';
import { isLoopbackOrigin } from './origin-rules.ts';

const reloadMillis = 20_000;

export interface OriginRegistry {
  /** Whether browsers on this origin may call the API. Reads from memory. */
  has(origin: string): boolean;
  close(): void;
}

/**
 * Keeps the origins of all apps in memory. A notification reloads them, and so does a timer in case a
 * notification is lost.
 */
export async function openOriginRegistry(
  deps: Needs<'db' | 'notifications' | 'log'>,
): Promise<OriginRegistry> {
  let origins = new Set<string>();
  const kept = await keepCurrent(
    deps,
    { topic: 'origins', name: 'origins', everyMillis: reloadMillis },
    async () => {
      origins = new Set(await listLivingOrigins(deps.db));
    },
  );
  return {
    has: (origin) => isLoopbackOrigin(origin) || origins.has(origin),
    close: kept.close,
  };
}
