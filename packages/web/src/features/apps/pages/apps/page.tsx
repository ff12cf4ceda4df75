import { api } from '../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ArrowIcon, PlusIcon } from '../../../../kit/controls/icons.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

const Invitations = later(0, async () => (await import('./invitations.tsx')).Invitations);

function AppLink({ text, app }: { text: Text; app: OwnedApp }) {
  const common = useCommon();
  return (
    <li>
      <a href={`/apps/${app.client_id}`} class="panel flex items-center gap-4 p-4 hover:border-edge sm:p-5">
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-12" />
        <span class="min-w-0 flex-1">
          <span class="flex flex-wrap items-center gap-2 font-semibold">
            <span class="break-words">{app.name}</span>
            {app.role !== undefined && app.role !== 'owner' && <Badge>{text.roles[app.role]}</Badge>}
            {app.verified && (
              <Badge tone="good" check>
                {common.login.verified}
              </Badge>
            )}
          </span>
          <span class="block text-sm text-muted">
            {app.origins.length === 0 ? text.localOnly : text.origins(app.origins.length)}
          </span>
        </span>
        <ArrowIcon class="size-4 text-muted" />
      </a>
    </li>
  );
}

export function Page({ text }: PageProps<Text>) {
  const apps = usePages('apps', (page, options) => api.call('listApps', page, options));
  const invited = useLoad('invitations', async (signal) => {
    const { items } = await api.call('listAppInvitations', {}, { signal });
    if (items.length > 0) await Invitations.preload();
    return items;
  });
  const refresh = () => {
    invited.reload();
    apps.reload();
  };
  const register = (
    <ButtonLink href={PAGE_PATHS.newApp}>
      <PlusIcon class="size-4" />
      {text.register}
    </ButtonLink>
  );
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead} action={apps.items.length > 0 && register}>
        {text.title}
      </PageTitle>
      <WhenLoaded loaded={invited} waiting={4}>
        {(invitations) => (
          <>
            {invitations.length > 0 && (
              <Invitations text={text} invitations={invitations} onAnswered={refresh} />
            )}
            <Listing
              pages={apps}
              lines={4}
              none={
                <EmptyState title={text.emptyTitle} action={register}>
                  {text.emptyBody}
                </EmptyState>
              }
            >
              {(items) => (
                <ul class="grid gap-3">
                  {items.map((app) => (
                    <AppLink key={app.client_id} text={text} app={app} />
                  ))}
                </ul>
              )}
            </Listing>
            <p>
              <a class="text-link" href={PAGE_PATHS.developers}>
                {text.guide}
              </a>
            </p>
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
