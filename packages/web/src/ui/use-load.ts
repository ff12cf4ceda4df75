import { useCallback, useEffect, useState } from 'preact/hooks';
import { isAbort } from '../api/describe-error.ts';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/** Loads on mount and whenever `key` changes; what is no longer wanted is aborted. */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setLoaded({ state: 'loading' });
    const run = async () => {
      try {
        const value = await load(controller.signal);
        if (!controller.signal.aborted) setLoaded({ state: 'ready', value });
      } catch (error) {
        if (!controller.signal.aborted && !isAbort(error)) setLoaded({ state: 'failed', error });
      }
    };
    void run();
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((round) => round + 1), []);
  return { ...loaded, reload };
}
