import { api } from '../../../../kit/api/api.ts';
import { ActivityList } from '../../parts/activity/activity-list.tsx';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { signedInHint } from '../../../identity/parts/session/session.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export function ActivityTab({ text }: { text: Text }) {
  const common = useCommon();
  const activity = usePages('activity', (page, options) => api.call('listActivity', page, options));
  return (
    <Card title={text.activity.title}>
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-3 text-sm text-muted">{text.activity.lead}</p>
        {activity.state === 'loading' && <SkeletonGroup lines={8} />}
        {activity.state === 'ready' && (
          <ActivityList text={text.activityText} events={activity.items} pid={signedInHint.value} />
        )}
        <ErrorNotice error={activity.error} onRetry={activity.reload} />
        {activity.hasMore && (
          <Button look="plain" busy={activity.busy} onClick={activity.showMore}>
            {common.showMore}
          </Button>
        )}
      </div>
    </Card>
  );
}
