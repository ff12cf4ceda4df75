import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { ConnectedApp } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { later, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { readAllowances } from '../../../money/parts/read-allowances.ts';
import type { Text } from './text.en.ts';

/** Few apps may charge a player without asking. */
const AllowanceList = later(
  2,
  async () => (await import('../../../money/parts/allowance-list.tsx')).AllowanceList,
);

function AppRow({ text, app, onEnd }: { text: Text; app: ConnectedApp; onEnd: () => void }) {
  const common = useCommon();
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-12" />
      <div class="min-w-48 flex-1">
        <p class="flex flex-wrap items-center gap-2 font-semibold">
          <span class="break-words">{app.name}</span>
          {app.verified && (
            <Badge tone="good" check>
              {common.login.verified}
            </Badge>
          )}
          {app.status === 'paused' && <Badge tone="warn">{text.paused}</Badge>}
        </p>
        <p class="text-sm text-muted">
          {text.connected} <DateTime value={app.connectedAt} style="date" /> · {text.lastLogin}{' '}
          <DateTime value={app.lastLoginAt} style="date" />
        </p>
        {app.status === 'paused' && <p class="text-sm text-muted">{text.pausedHint}</p>}
      </div>
      <Button look="plain" small label={`${text.end}: ${app.name}`} onClick={onEnd}>
        {text.end}
      </Button>
    </li>
  );
}

export function Page({ text }: PageProps<Text>) {
  const apps = usePages('connected', (page, options) => api.call('listConnectedApps', page, options));
  const allowances = useLoad('allowances', async (signal) => {
    const found = await readAllowances(signal);
    if (found.length > 0) await AllowanceList.preload();
    return found;
  });
  const [asked, setAsked] = useState<ConnectedApp | null>(null);
  const charging = allowances.state === 'ready' ? allowances.value : [];
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {/* Both decide the height of the page. */}
      {apps.state === 'loading' || allowances.state === 'loading' ? (
        <SkeletonGroup lines={6} />
      ) : (
        <>
          {allowances.state === 'failed' && (
            <ErrorNotice error={allowances.error} onRetry={allowances.reload} />
          )}
          <Listing
            pages={apps}
            lines={4}
            none={<EmptyState title={text.emptyTitle}>{text.emptyBody}</EmptyState>}
          >
            {(items) => (
              <Card>
                <ItemList label={text.title}>
                  {items.map((app) => (
                    <AppRow key={app.client_id} text={text} app={app} onEnd={() => setAsked(app)} />
                  ))}
                </ItemList>
              </Card>
            )}
          </Listing>
          {charging.length > 0 && (
            <Card title={text.allowanceText.title}>
              <p class="pb-3 text-sm text-muted">{text.allowanceText.lead}</p>
              <AllowanceList text={text.allowanceText} allowances={charging} onEnded={allowances.reload} />
            </Card>
          )}
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? text.endTitle(asked.name) : ''}
        confirm={text.end}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (!asked) return;
          await api.call('disconnectApp', { client_id: asked.client_id });
          showToast(text.ended(asked.name));
          apps.reload();
          allowances.reload();
        }}
      >
        <p>{text.endBody}</p>
      </ConfirmDialog>
    </div>
  );
}
