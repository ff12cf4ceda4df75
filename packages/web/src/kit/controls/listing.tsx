import type { ComponentChildren } from 'preact';
import { useCommon } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonGroup } from './loading.tsx';
import type { Pages } from './use-pages.ts';

export interface ListingProps<T> {
  readonly pages: Pages<T>;
  /** Lines of the placeholder while it loads. */
  readonly lines: number;
  /** Shown instead of an empty list. */
  readonly none?: ComponentChildren;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** A list with "show more". It also covers loading, an empty list and errors. */
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
