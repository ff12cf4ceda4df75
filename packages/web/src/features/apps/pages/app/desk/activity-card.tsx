import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../../kit/api/api.ts';
import { Badge } from '../../../../../kit/controls/badge.tsx';
import { Button } from '../../../../../kit/controls/button.tsx';
import { Card } from '../../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../../kit/controls/date-time.tsx';
import { CheckField } from '../../../../../kit/controls/inputs.tsx';
import { useLoad, WhenLoaded } from '../../../../../kit/controls/loading.tsx';
import type { DeskText } from './text.en.ts';

interface Day {
  readonly day: string;
  readonly count: number;
}

const WIDTH = 300;
const HEIGHT = 64;

/** One bar per day, oldest first. A screen reader gets one summary sentence. */
function LoginsChart({ text, days }: { text: DeskText; days: readonly Day[] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { day: '', count: 0 });
  const step = WIDTH / Math.max(days.length, 1);
  return (
    <figure class="grid gap-2">
      <figcaption class="text-sm text-muted">{text.logins(total)}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        class="h-20 w-full text-brand"
        preserveAspectRatio="none"
        role="img"
        aria-label={text.loginsLabel(total, busiest.day, busiest.count)}
      >
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / busiest.count) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * step + 1}
              y={HEIGHT - height}
              width={step - 2}
              height={height}
              fill="currentColor"
              opacity={count === 0 ? 0.35 : 1}
            >
              <title>{`${day}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}

type Activity = Reply<'getAppActivity'>;
type SeenRequest = Activity['requests'][number];

const SHOWN_FIRST = 10;

function Outcome({ seen }: { seen: SeenRequest }) {
  return (
    <span class="flex flex-wrap items-center justify-end gap-2 sm:justify-start">
      <Badge tone={seen.code === null ? 'good' : 'warn'}>{seen.status}</Badge>
      {seen.code !== null && (
        <code class="text-sm break-all">{[seen.code, seen.reason].filter(Boolean).join(': ')}</code>
      )}
    </span>
  );
}

function Requests({ text, requests }: { text: DeskText; requests: readonly SeenRequest[] }) {
  const [refusedOnly, setRefusedOnly] = useState(false);
  const [all, setAll] = useState(false);
  const chosen = refusedOnly ? requests.filter(({ code }) => code !== null) : requests;
  const shown = all ? chosen : chosen.slice(0, SHOWN_FIRST);
  return (
    <div class="grid grid-cols-1 gap-4">
      <CheckField label={text.refusedOnly} checked={refusedOnly} onChange={setRefusedOnly} />
      {shown.length === 0 ? (
        <p class="text-muted">{text.requestsNone}</p>
      ) : (
        <DataTable
          caption={text.requestsTitle}
          rows={shown}
          rowKey={({ requestId, at }) => `${at} ${requestId}`}
          columns={[
            { label: text.when, render: ({ at }) => <DateTime value={at} /> },
            {
              label: text.request,
              render: ({ method, route, caller }) => (
                <span>
                  <code class="text-sm [overflow-wrap:anywhere]">{`${method} ${route}`}</code>
                  <span class="block text-sm text-muted">{text.caller[caller]}</span>
                </span>
              ),
            },
            { label: text.outcome, render: (seen) => <Outcome seen={seen} /> },
            {
              label: text.requestId,
              render: ({ requestId }) => <code class="text-xs break-all">{requestId}</code>,
            },
          ]}
        />
      )}
      {shown.length < chosen.length && (
        <p>
          <Button look="plain" small onClick={() => setAll(true)}>
            {text.showAll(chosen.length)}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Shows logins and the results of the latest requests. */
export function ActivityCard({ text, clientId }: { text: DeskText; clientId: string }) {
  const activity = useLoad(clientId, (signal) =>
    api.call('getAppActivity', { client_id: clientId }, { signal }),
  );
  return (
    <Card title={text.activityTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.activityBody}</p>
      <WhenLoaded loaded={activity} waiting={8}>
        {({ logins, requests }: Activity) => (
          <div class="grid grid-cols-1 gap-6">
            <section class="grid gap-2">
              <h3 class="font-semibold">{text.loginsTitle}</h3>
              <LoginsChart text={text} days={logins} />
            </section>
            <section class="grid gap-3">
              <div class="flex flex-wrap items-center justify-between gap-3">
                <h3 class="font-semibold">{text.requestsTitle}</h3>
                <Button look="plain" small onClick={activity.reload}>
                  {text.reload}
                </Button>
              </div>
              <Requests text={text} requests={requests} />
            </section>
            <p class="text-sm text-muted">
              {text.more}{' '}
              <a class="text-link" href="/docs/payments">
                {text.eventsLink}
              </a>
              {', '}
              <a class="text-link" href="/docs/errors">
                {text.errorsLink}
              </a>
            </p>
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
