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
   * Counts one request. If it is allowed and `within` is given, also counts it in that shared bucket, which
   * holds several times as much. Synchronous in memory, a promise across nodes.
   */
  take(limitClass: LimitClass, key: string, within?: string): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}

/** Size of a shared bucket, in single buckets: one used-up bucket leaves room for the others. */
export const bucketsWithin = 4;
const keysMax = 100_000;

type Windows = Map<string, { count: number; readonly endsMillis: number }>;

/**
 * The settings of operators: one factor for all classes (0 turns limits off, and no limiter is created), and
 * limits of single classes.
 */
export interface LimitSettings {
  readonly rateLimit: number;
  readonly rateLimits: Partial<Record<LimitClass, number>>;
}

/** Counts in fixed windows in this process. */
export function memoryRateLimiter(clock: Clock, settings: LimitSettings): RateLimiter {
  const classes = new Map<LimitClass, Windows>();

  function takeOne(limitClass: LimitClass, key: string, limit: number): Verdict {
    const now = clock.nowMillis();
    const windowMillis = windowSecondsOf(limitClass) * 1000;
    let windows = classes.get(limitClass);
    if (!windows) classes.set(limitClass, (windows = new Map()));
    let window = windows.get(key);
    // A window that ends later than possible was opened before the clock was set back.
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

/**
 * Limits memory under a flood of distinct keys: drops ended windows and, if that is not enough, the oldest
 * half.
 */
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
