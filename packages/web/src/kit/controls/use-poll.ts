import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../platform/is-abort.ts';

/**
 * Asks again and again while the page is looked at, so that what happens on another device is noticed without a reload. A
 * failed round keeps what was known. Stops when `isDone` says so.
 */
export function usePoll<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  options: {
    readonly everyMilliseconds: number;
    readonly isDone?: (value: T) => boolean;
    /** What has just been read; the first question then comes after one interval. */
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
