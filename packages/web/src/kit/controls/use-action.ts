import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from '../platform/is-abort.ts';

export interface Action<Args extends readonly unknown[]> {
  readonly busy: boolean;
  readonly error: unknown;
  readonly run: (...args: Args) => Promise<void>;
  readonly clear: () => void;
}

/** Runs one action at a time: a second click during the action has no effect. */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): Action<Args> {
  const underway = useRef(false);
  const mounted = useRef(true);
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const settle = (error: unknown) => {
    underway.current = false;
    if (mounted.current) setState({ busy: false, error });
  };
  return {
    ...state,
    run: async (...args) => {
      if (underway.current) return;
      underway.current = true;
      setState({ busy: true, error: null });
      try {
        await work(...args);
        settle(null);
      } catch (error) {
        settle(isAbort(error) ? null : error);
      }
    },
    clear: () => setState((state) => ({ ...state, error: null })),
  };
}
