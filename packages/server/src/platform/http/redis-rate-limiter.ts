import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../log.ts';
import {
  limitClasses,
  scaledLimit,
  verdict,
  windowSeconds,
  type LimitClass,
  type RateLimiter,
} from './rate-limits.ts';

/**
 * Limits shared by all nodes. When Redis is gone each node counts for itself (`fallback`): limits then hold per node,
 * which is looser but neither open to floods nor closed to players.
 */
export function redisRateLimiter(
  url: string,
  multiplier: number,
  fallback: RateLimiter,
  log: Logger,
): RateLimiter {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: 250,
    lazyConnect: false,
  });
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) log.warn({ err: error }, 'Redis unreachable, rate limits count per node');
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
        points: scaledLimit(name, multiplier),
        duration: windowSeconds,
      }),
    ]),
  );
  return {
    async take(limitClass, key) {
      const limit = scaledLimit(limitClass, multiplier);
      try {
        const result = await limiters.get(limitClass)!.consume(key);
        return verdict(limit, result.consumedPoints, Math.ceil(result.msBeforeNext / 1000));
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes)
          return verdict(limit, rejection.consumedPoints, Math.ceil(rejection.msBeforeNext / 1000));
        return fallback.take(limitClass, key);
      }
    },
    async close() {
      redis.disconnect();
      await fallback.close();
    },
  };
}
