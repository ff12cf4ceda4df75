import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, ComponentType } from 'preact';
import { isAbort } from '../platform/is-abort.ts';
import { useCommon } from '../i18n/locale.ts';
import { classNames } from './class-names.ts';
import { ErrorNotice } from './error-notice.tsx';

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

/** A placeholder, so that the layout does not shift when the content loads. */
export function Skeleton({ class: size = 'h-5 w-full' }: { class?: string }) {
  return (
    <div class={classNames('animate-shimmer rounded-md bg-sunken', size)} data-loading aria-hidden="true" />
  );
}

export function SkeletonGroup({ lines = 3 }: { lines?: number }) {
  const common = useCommon();
  return (
    <div class="grid gap-3" role="status">
      <span class="sr-only">{common.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} class={index % 2 === 0 ? 'h-5 w-full' : 'h-5 w-2/3'} />
      ))}
    </div>
  );
}

interface WhenLoadedProps<T> {
  readonly loaded: Loaded<T> & { readonly reload: () => void };
  /** The placeholder while it loads, or its number of lines. */
  readonly waiting: ComponentChildren;
  readonly children?: (value: T) => ComponentChildren;
}

/** Shows the loaded value, a placeholder while it loads, or the error with a retry button. */
export function WhenLoaded<T>({ loaded, waiting, children }: WhenLoadedProps<T>) {
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={loaded.reload} />;
  if (loaded.state === 'ready') return <>{children?.(loaded.value)}</>;
  return typeof waiting === 'number' ? <SkeletonGroup lines={waiting} /> : <>{waiting}</>;
}

/**
 * A component whose script loads when it is first shown, because most visits do not need it. Until then, a
 * placeholder of `lines` lines takes its place. A page that knows it will show the component awaits
 * `preload`, so that the layout does not shift.
 */
export function later<Props extends object>(lines: number, load: () => Promise<ComponentType<Props>>) {
  let Known: ComponentType<Props> | null = null;
  const preload = async () => (Known = await load());
  function Late(props: Props) {
    // Wrapped in an object, because a component is a function and a state setter treats functions as updates.
    const loaded = useLoad('part', async () => ({ Part: await preload() }));
    return (
      <WhenLoaded loaded={loaded} waiting={lines}>
        {({ Part }) => <Part {...props} />}
      </WhenLoaded>
    );
  }
  function Shown(props: Props) {
    // Decided once, so that input into a late component is not lost on the next render.
    const [{ First }] = useState(() => ({ First: Known ?? Late }));
    return <First {...props} />;
  }
  return Object.assign(Shown, { preload });
}
