import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Origins, Status } from './apps-tab.tsx';
import { AuditList } from './audit-tab.tsx';
import type { Text } from './text.en.ts';

/** Shows one app: its owner, its redirect addresses, the reason for a pause, and its audit events. */
export function AppDetail({ text, clientId }: { text: Text; clientId: string }) {
  const loaded = useLoad(`app ${clientId}`, async (signal) => {
    const { items } = await api.call('searchApps', { query: clientId, limit: 5 }, { signal });
    return items.find(({ client_id }) => client_id === clientId) ?? null;
  });
  const words = text.apps;
  return (
    <Card
      title={words.name}
      action={
        <a class="text-link inline-flex min-h-11 items-center text-sm" href={`${PAGE_PATHS.admin}?tab=apps`}>
          {text.detail.allApps}
        </a>
      }
    >
      <WhenLoaded loaded={loaded} waiting={6}>
        {(app) =>
          app === null ? (
            <p class="text-muted">{words.none}</p>
          ) : (
            <div class="grid grid-cols-1 gap-6">
              <Facts>
                <Fact label={words.name}>
                  {app.name}
                  <code class="block text-xs break-all">{app.client_id}</code>
                </Fact>
                <Fact label={words.owner}>
                  <a
                    class="text-link break-all"
                    href={`${PAGE_PATHS.admin}?tab=identities&pid=${encodeURIComponent(app.owner)}`}
                  >
                    {app.owner}
                  </a>
                </Fact>
                <Fact label={words.status}>
                  <Status text={words} app={app} />
                </Fact>
                {app.pauseReason !== undefined && <Fact label={words.reason}>{app.pauseReason}</Fact>}
                <Fact label={text.detail.origins}>
                  <Origins origins={app.origins} />
                </Fact>
                <Fact label={words.created}>
                  <DateTime value={app.createdAt} />
                </Fact>
              </Facts>
              <AuditList text={text} filter={{ target: app.client_id }} />
            </div>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
