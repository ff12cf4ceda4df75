import { useCommon } from '../i18n/locale.ts';
import { classNames } from './class-names.ts';

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
