import type { ComponentChildren } from 'preact';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonGroup } from './skeleton.tsx';
import type { Loaded } from './use-load.ts';

export interface WhenLoadedProps<T> {
  readonly loaded: Loaded<T> & { readonly reload: () => void };
  /** What holds its place while it loads, or how many lines do. */
  readonly waiting: ComponentChildren;
  readonly children?: (value: T) => ComponentChildren;
}

/** What was read, its place until then, or why it could not be read with a way to try again. */
export function WhenLoaded<T>({ loaded, waiting, children }: WhenLoadedProps<T>) {
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={loaded.reload} />;
  if (loaded.state === 'ready') return <>{children?.(loaded.value)}</>;
  return typeof waiting === 'number' ? <SkeletonGroup lines={waiting} /> : <>{waiting}</>;
}
