import { api } from '../../../../kit/api/api.ts';
import { ActivityList } from '../../parts/activity/activity-list.tsx';
import { signedInHint } from '../../../../kit/session/session.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export function ActivityTab({ text }: { text: Text }) {
  const activity = usePages('activity', (page, options) => api.call('listActivity', page, options));
  return (
    <Card title={text.activity.title}>
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-3 text-sm text-muted">{text.activity.lead}</p>
        <Listing pages={activity} lines={8} none={<p class="text-muted">{text.activityText.empty}</p>}>
          {(events) => <ActivityList text={text.activityText} events={events} pid={signedInHint.value} />}
        </Listing>
      </div>
    </Card>
  );
}
