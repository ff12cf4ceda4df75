import type { Needs } from '../platform/needs.ts';
import { insertActivity, type SeenLogins, type SeenRequest } from './app-activity.store.ts';

/**
 * Limits of the buffer between two writes: refused and successful requests per app, and apps. The newest
 * requests are kept.
 */
const refusedMax = 50;
const servedMax = 20;
const appsMax = 2000;
/** A separate limit, so that requests with made-up client ids displace no real app. */
const unprovenAppsMax = 200;

export interface ActivityRecorder {
  request(seen: SeenRequest): void;
  login(clientId: string): void;
  today(): string;
  /**
   * Writes the buffer. If the write fails, requests are dropped and login counts are kept for the next write.
   */
  flush(): Promise<void>;
}

interface Waiting {
  refused: SeenRequest[];
  served: SeenRequest[];
}

/**
 * Buffers activity in memory between requests and the tables. No request waits for it, and its cost is
 * limited however busy an app is.
 */
export function createActivityRecorder(
  deps: Needs<'db' | 'clock'> & { readonly timeZone: string },
): ActivityRecorder {
  let proven = new Map<string, Waiting>();
  let unproven = new Map<string, Waiting>();
  let logins = new Map<string, number>();
  let flushing: Promise<void> = Promise.resolve();
  // The Swedish date format is the ISO format.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: deps.timeZone, dateStyle: 'short' });
  const today = () => dayOf.format(deps.clock.now());

  async function write(): Promise<void> {
    const requests = [...proven.values(), ...unproven.values()]
      .flatMap(({ refused, served }) => [...refused, ...served])
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const counted: SeenLogins[] = [...logins].map(([key, count]) => {
      const [clientId = '', day = ''] = key.split(' ');
      return { clientId, day, count };
    });
    [proven, unproven, logins] = [new Map(), new Map(), new Map()];
    if (requests.length === 0 && counted.length === 0) return;
    try {
      await insertActivity(deps.db, requests, counted);
    } catch (error) {
      for (const { clientId, day, count } of counted) add(`${clientId} ${day}`, count);
      throw error;
    }
  }

  function add(key: string, count: number): void {
    if (logins.has(key) || logins.size < appsMax) logins.set(key, (logins.get(key) ?? 0) + count);
  }

  return {
    today,
    request(seen) {
      const [apps, most] = seen.caller === 'unproven' ? [unproven, unprovenAppsMax] : [proven, appsMax];
      let waiting = apps.get(seen.clientId);
      if (!waiting) {
        if (apps.size >= most) return;
        apps.set(seen.clientId, (waiting = { refused: [], served: [] }));
      }
      const [list, max] = seen.code === null ? [waiting.served, servedMax] : [waiting.refused, refusedMax];
      if (list.length >= max) list.shift();
      list.push(seen);
    },
    login: (clientId) => add(`${clientId} ${today()}`, 1),
    flush() {
      flushing = flushing.catch(() => {}).then(write);
      return flushing;
    },
  };
}
