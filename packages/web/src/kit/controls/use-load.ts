import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from '../platform/is-abort.ts';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/**
 * Loads on mount and whenever `key` changes, and aborts outdated requests. A reload keeps the old data until
 * the new response arrives, so that a list does not disappear and come back.
 */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const shownKey = useRef<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    if (shownKey.current !== key) setLoaded({ state: 'loading' });
    else setLoaded((loaded) => (loaded.state === 'failed' ? { state: 'loading' } : loaded));
    shownKey.current = key;
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
