import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import type { Loaded } from '../../../../kit/controls/use-load.ts';

/** Shown while the request loads and when loading failed. `lines` is the expected height of the content. */
export function WaitingToAsk(props: {
  title: string;
  lines: number;
  asked: Loaded<unknown> & { reload: () => void };
}) {
  const { asked } = props;
  return (
    <div class="grid gap-6 pt-4">
      <h1 class="text-3xl" tabIndex={-1}>
        {props.title}
      </h1>
      {asked.state === 'failed' ? (
        <ErrorNotice error={asked.error} onRetry={asked.reload} />
      ) : (
        <>
          <Skeleton class="h-16 w-full" />
          <SkeletonGroup lines={props.lines} />
        </>
      )}
    </div>
  );
}
