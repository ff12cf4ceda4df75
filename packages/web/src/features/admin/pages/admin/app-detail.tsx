import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import type { ActivityText } from '../../../security/parts/activity/text.en.ts';
import { Origins, Status } from './apps-tab.tsx';
import { AuditList } from './audit-tab.tsx';
import type { Text } from './text.en.ts';

export interface AppDetailProps {
  readonly text: ActivityText;
  readonly words: Text;
  readonly clientId: string;
}

/** Shows one app: its owner, its redirect addresses, the reason for a pause, and its audit events. */
export function AppDetail({ text, words, clientId }: AppDetailProps) {
  const loaded = useLoad(`app ${clientId}`, async (signal) => {
    const { items } = await api.call('searchApps', { query: clientId, limit: 5 }, { signal });
    return items.find(({ client_id }) => client_id === clientId) ?? null;
  });
  return (
    <Card
      title={words.apps.name}
      action={
        <a class="text-link inline-flex min-h-11 items-center text-sm" href={`${PAGE_PATHS.admin}?tab=apps`}>
          {words.detail.allApps}
        </a>
      }
    >
      <WhenLoaded loaded={loaded} waiting={6}>
        {(app) =>
          app === null ? (
            <p class="text-muted">{words.apps.none}</p>
          ) : (
            <div class="grid grid-cols-1 gap-6">
              <Facts>
                <Fact label={words.apps.name}>
                  {app.name}
                  <code class="block text-xs break-all">{app.client_id}</code>
                </Fact>
                <Fact label={words.apps.owner}>
                  <a
                    class="text-link break-all"
                    href={`${PAGE_PATHS.admin}?tab=identities&pid=${encodeURIComponent(app.owner)}`}
                  >
                    {app.owner}
                  </a>
                </Fact>
                <Fact label={words.apps.status}>
                  <Status text={words.apps} app={app} />
                </Fact>
                {app.pauseReason !== undefined && <Fact label={words.apps.reason}>{app.pauseReason}</Fact>}
                <Fact label={words.detail.origins}>
                  <Origins origins={app.origins} />
                </Fact>
                <Fact label={words.apps.created}>
                  <DateTime value={app.createdAt} />
                </Fact>
              </Facts>
              <AuditList text={text} words={words} filter={{ target: app.client_id }} />
            </div>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
