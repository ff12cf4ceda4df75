import { isRecent, type Clock } from './clock.ts';

interface Kept<T> {
  readonly value: Promise<T>;
  readonly sinceMillis: number;
}

export interface RememberOptions {
  readonly clock: Clock;
  readonly millis: number;
  /** Maximum number of keys whose results are kept. */
  readonly keysMax?: number;
}

/**
 * Caches the result of `ask` for `millis`, per key; concurrent callers share one call. A failure goes to the
 * waiting callers and is not cached.
 */
export function rememberEach<T>(
  { clock, millis, keysMax = 1000 }: RememberOptions,
  ask: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const all = new Map<string, Kept<T>>();
  return (key) => {
    const kept = all.get(key);
    if (kept && isRecent(clock, kept.sinceMillis, millis)) return kept.value;
    if (all.size >= keysMax) all.clear();
    const value = ask(key);
    all.set(key, { value, sinceMillis: clock.nowMillis() });
    value.catch(() => {
      if (all.get(key)?.value === value) all.delete(key);
    });
    return value;
  };
}

/** The same with a single key. */
export function remember<T>(options: RememberOptions, ask: () => Promise<T>): () => Promise<T> {
  const each = rememberEach(options, ask);
  return () => each('');
}
