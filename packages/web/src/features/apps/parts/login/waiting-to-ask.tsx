import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import type { Loaded } from '../../../../kit/controls/use-load.ts';

/** While the request is read, and when it could not be. `lines` is how much it will have to say. */
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
