import { limitClasses, type LimitClass } from '@pid/contract';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Needs } from '../needs.ts';
import {
  bucketsWithin,
  limitOf,
  verdict,
  windowSecondsOf,
  type LimitSettings,
  type RateLimiter,
  type Verdict,
} from './rate-limits.ts';

/**
 * Limits shared by all nodes. Without Redis, each node counts separately (`fallback`): the limits are looser
 * then, but they still stop floods and do not refuse players.
 */
export function redisRateLimiter(
  url: string,
  settings: LimitSettings,
  fallback: RateLimiter,
  { log, metrics }: Needs<'log' | 'metrics'>,
): RateLimiter {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: 250,
    lazyConnect: false,
  });
  metrics.gauge('pid_redis_connected', 'Whether rate limits are shared by Redis now, 1 or 0', () =>
    redis.status === 'ready' ? 1 : 0,
  );
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) log.warn({ err: error }, 'Redis unreachable; rate limits count per node');
    reported = true;
  });
  redis.on('ready', () => {
    reported = false;
  });
  const limiters = new Map<LimitClass, RateLimiterRedis>(
    (Object.keys(limitClasses) as LimitClass[]).map((name) => [
      name,
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `pid:limit:${name}`,
        points: limitOf(name, settings),
        duration: windowSecondsOf(name),
      }),
    ]),
  );
  async function takeOne(limitClass: LimitClass, key: string, limit: number): Promise<Verdict> {
    const { consumedPoints, msBeforeNext } = await limiters
      .get(limitClass)!
      .consume(key)
      .catch((rejection: unknown) => {
        if (rejection instanceof RateLimiterRes) return rejection;
        throw rejection;
      });
    return verdict(limit, consumedPoints, Math.ceil(msBeforeNext / 1000));
  }

  return {
    async take(limitClass, key, within) {
      const limit = limitOf(limitClass, settings);
      try {
        const own = await takeOne(limitClass, key, limit);
        if (within === undefined || !own.allowed) return own;
        const common = await takeOne(limitClass, within, limit * bucketsWithin);
        return common.allowed ? own : common;
      } catch {
        return fallback.take(limitClass, key, within);
      }
    },
    async close() {
      redis.disconnect();
      await fallback.close();
    },
  };
}
