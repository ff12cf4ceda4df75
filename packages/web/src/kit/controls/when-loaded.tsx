import type { ComponentChildren } from 'preact';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonGroup } from './skeleton.tsx';
import type { Loaded } from './use-load.ts';

export interface WhenLoadedProps<T> {
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
