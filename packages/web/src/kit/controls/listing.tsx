import type { ComponentChildren } from 'preact';
import { useCommon } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonGroup } from './skeleton.tsx';
import type { Pages } from './use-pages.ts';

export interface ListingProps<T> {
  readonly pages: Pages<T>;
  /** How many lines hold its place while it loads. */
  readonly lines: number;
  /** Stands in the place of a list that is empty. */
  readonly none?: ComponentChildren;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** A list that grows by "show more": while it loads, when it is empty and when it failed, too. */
export function Listing<T>({ pages, lines, none, children }: ListingProps<T>) {
  const common = useCommon();
  if (pages.state === 'loading') return <SkeletonGroup lines={lines} />;
  return (
    <>
      {pages.items.length > 0 ? children(pages.items) : pages.state === 'ready' && none}
      <ErrorNotice error={pages.error} onRetry={pages.reload} />
      {pages.hasMore && (
        <Button look="plain" busy={pages.busy} onClick={pages.showMore}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}
