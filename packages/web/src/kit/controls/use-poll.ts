import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../platform/is-abort.ts';

/**
 * Polls while the page is visible, so that changes from other devices appear without a reload. A failed
 * request keeps the last value. Stops when `isDone` returns true.
 */
export function usePoll<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  options: {
    readonly everyMilliseconds: number;
    readonly isDone?: (value: T) => boolean;
    /** A value that was just read; the first request then follows after one interval. */
    readonly first?: T;
  },
): { value: T | null; error: unknown; refresh: () => void } {
  const [answer, setAnswer] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let finished = false;
    const ask = async () => {
      clearTimeout(timer);
      try {
        const value = await load(controller.signal);
        if (controller.signal.aborted) return;
        finished = options.isDone?.(value) ?? false;
        setAnswer({ value, error: null });
      } catch (error) {
        if (controller.signal.aborted || isAbort(error)) return;
        setAnswer(({ value }) => ({ value, error }));
      }
      schedule();
    };
    const schedule = () => {
      clearTimeout(timer);
      if (finished || document.visibilityState !== 'visible') return;
      timer = setTimeout(() => void ask(), options.everyMilliseconds);
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible' && !finished) void ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    if (options.first === undefined || round > 0) void ask();
    else schedule();
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [key, round]);
  return { ...answer, refresh: () => setRound((round) => round + 1) };
}
