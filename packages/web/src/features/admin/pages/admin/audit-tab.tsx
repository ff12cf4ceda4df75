import { api } from '../../../../kit/api/api.ts';
import { describeEvent } from '../../../security/parts/activity/describe-event.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export function AuditTab({ text }: { text: Text }) {
  const audit = usePages('audit', (page, options) => api.call('listAudit', page, options), 50);
  return (
    <Card title={text.auditTitle}>
      <div class="grid grid-cols-1 gap-5">
        <Listing pages={audit} lines={8}>
          {(rows) => (
            <DataTable
              caption={text.auditTitle}
              rows={rows}
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
        </Listing>
      </div>
    </Card>
  );
}
