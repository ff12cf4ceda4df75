import type { Needs } from '../needs.ts';
import { memoryRateLimiter, type RateLimiter } from './rate-limits.ts';
import { redisRateLimiter } from './redis-rate-limiter.ts';

/** Counts requests in Redis if it is configured, otherwise per node. Returns null if limits are off. */
export function openRateLimiter({
  config,
  clock,
  log,
  metrics,
}: Needs<'config' | 'clock' | 'log' | 'metrics'>): RateLimiter | null {
  if (config.rateLimit === 0) return null;
  const local = memoryRateLimiter(clock, config);
  return config.redisUrl ? redisRateLimiter(config.redisUrl, config, local, { log, metrics }) : local;
}
