import { api } from '../../../../kit/api/api.ts';
import { describeEvent } from '../../../security/parts/activity/describe-event.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export function AuditTab({ text }: { text: Text }) {
  const common = useCommon();
  const audit = usePages('audit', (page, options) => api.call('listAudit', page, options), 50);
  return (
    <Card title={text.auditTitle}>
      <div class="grid grid-cols-1 gap-5">
        {audit.state === 'loading' && <SkeletonGroup lines={8} />}
        {audit.items.length > 0 && (
          <DataTable
            caption={text.auditTitle}
            rows={audit.items}
            rowKey={({ id }) => id}
            columns={[
              { label: text.when, render: ({ at }) => <DateTime value={at} /> },
              { label: text.who, render: ({ actor }) => <span class="break-all">{actor}</span> },
              { label: text.what, render: (event) => describeEvent(event, text.activityText) },
              {
                label: text.target,
                render: ({ target }) => <span class="font-mono text-xs break-all">{target ?? '–'}</span>,
              },
              { label: text.from, render: ({ address }) => address ?? '–' },
            ]}
          />
        )}
        <ErrorNotice error={audit.error} onRetry={audit.reload} />
        {audit.hasMore && (
          <Button look="plain" busy={audit.busy} onClick={audit.showMore}>
            {common.showMore}
          </Button>
        )}
      </div>
    </Card>
  );
}
