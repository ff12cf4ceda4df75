import { limitClasses, limitWindowOf, type LimitClass } from '@pid/contract';
import type { Clock } from '../clock.ts';

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one request, and where it is allowed again for those who have their own buckets `within` one, which holds as much as several.
   * Synchronous in memory, a promise across nodes.
   */
  take(limitClass: LimitClass, key: string, within?: string): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}

/** How many buckets a common one holds: one of them that is used up leaves room for the others. */
export const bucketsWithin = 4;
const keysMax = 100_000;

type Windows = Map<string, { count: number; readonly endsMillis: number }>;

/** What operators set: one factor for every class (0 turns limits off before anybody is asked), and classes of their own. */
export interface LimitSettings {
  readonly rateLimit: number;
  readonly rateLimits: Partial<Record<LimitClass, number>>;
}

/** Fixed windows in this process. */
export function memoryRateLimiter(clock: Clock, settings: LimitSettings): RateLimiter {
  const classes = new Map<LimitClass, Windows>();

  function takeOne(limitClass: LimitClass, key: string, limit: number): Verdict {
    const now = clock.nowMillis();
    const windowMillis = windowSecondsOf(limitClass) * 1000;
    let windows = classes.get(limitClass);
    if (!windows) classes.set(limitClass, (windows = new Map()));
    let window = windows.get(key);
    // A window that ends later than any can is of a clock that was set back since.
    if (!window || window.endsMillis <= now || window.endsMillis > now + windowMillis) {
      if (windows.size >= keysMax) classes.set(limitClass, (windows = thinned(windows, now)));
      window = { count: 0, endsMillis: now + windowMillis };
      windows.set(key, window);
    }
    window.count += 1;
    return verdict(limit, window.count, Math.ceil((window.endsMillis - now) / 1000));
  }

  return {
    take(limitClass, key, within) {
      const limit = limitOf(limitClass, settings);
      const own = takeOne(limitClass, key, limit);
      if (within === undefined || !own.allowed) return own;
      const common = takeOne(limitClass, within, limit * bucketsWithin);
      return common.allowed ? own : common;
    },
    close: async () => {},
  };
}

/** A flood of distinct keys must not grow memory without end: what has ended goes, and where that is too little, the oldest half. */
function thinned(windows: Windows, now: number): Windows {
  const open = new Map([...windows].filter(([, window]) => window.endsMillis > now));
  return open.size < keysMax ? open : new Map([...open].slice(keysMax / 2));
}

export function limitOf(limitClass: LimitClass, { rateLimit, rateLimits }: LimitSettings): number {
  return Math.max(1, Math.floor((rateLimits[limitClass] ?? limitClasses[limitClass]) * rateLimit));
}

export function windowSecondsOf(limitClass: LimitClass): number {
  return limitWindowOf(limitClass) === 'hour' ? 3600 : 60;
}

export function verdict(limit: number, count: number, resetSeconds: number): Verdict {
  return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetSeconds };
}
