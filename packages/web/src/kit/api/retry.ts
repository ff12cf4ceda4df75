import { Refusal } from '@pid/contract/client';
import { NetworkError } from './errors.ts';

export interface RetryDeps {
  sleep(milliseconds: number): Promise<void>;
  randomFraction(): number;
}

export interface RetryOptions {
  readonly attempts: number;
  readonly baseDelayMilliseconds?: number;
  readonly maxDelayMilliseconds?: number;
}

const PASSING_STATUSES = new Set([429, 502, 503, 504]);

export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof Refusal && PASSING_STATUSES.has(error.status);
}

function delayBefore(attempt: number, error: unknown, deps: RetryDeps, options: RetryOptions): number | null {
  const limit = options.maxDelayMilliseconds ?? 8_000;
  const asked = error instanceof Refusal ? error.retryAfterSeconds : null;
  if (asked !== null) return asked * 1_000 <= limit ? asked * 1_000 : null;
  const ceiling = Math.min(limit, (options.baseDelayMilliseconds ?? 300) * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * deps.randomFraction();
}

/** Retries a limited number of times, with jitter. Only for reads and for writes with an idempotency key. */
export async function withRetry<T>(
  run: () => Promise<T>,
  deps: RetryDeps,
  options: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt + 1 >= options.attempts || !isWorthRetrying(error)) throw error;
      const delay = delayBefore(attempt, error, deps, options);
      if (delay === null) throw error;
      await deps.sleep(delay);
    }
  }
}
