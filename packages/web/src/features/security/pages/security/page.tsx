import { useEffect } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Tabs } from '../../../../kit/controls/tabs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { ReturnNotice, waitingPlace } from '../../../../kit/passkeys/return-notice.tsx';
import { api } from '../../../../kit/api/api.ts';
import { LateActivityList } from '../../parts/activity/late-activity-list.tsx';
import { learnOwnName, signedInHint } from '../../../../kit/session/session.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { DevicesText } from './devices.en.ts';
import type { LimitsText } from './limits.en.ts';
import { linking, LoginsTab } from './logins-tab.tsx';
import { PasskeysTab } from './passkeys-tab.tsx';
import type { Text } from './text.en.ts';

function ActivityTab({ text }: { text: Text }) {
  const activity = usePages('activity', async (page, options) => {
    const [events] = await Promise.all([
      api.call('listActivity', page, options),
      learnOwnName(options),
      LateActivityList.preload(),
    ]);
    return events;
  });
  return (
    <Card title={text.activity.title}>
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-3 text-sm text-muted">{text.activity.lead}</p>
        <Listing pages={activity} lines={8} none={<LateActivityList events={[]} pid={null} />}>
          {(events) => <LateActivityList events={events} pid={signedInHint.value} />}
        </Listing>
      </div>
    </Card>
  );
}

const DevicesTab = laterWithText<object, DevicesText>(
  8,
  import.meta.glob('./devices.*.ts'),
  async () => (await import('./devices-tab.tsx')).DevicesTab,
);
const LimitsTab = laterWithText<object, LimitsText>(
  8,
  import.meta.glob('./limits.*.ts'),
  async () => (await import('./limits-tab.tsx')).LimitsTab,
);

const TABS = ['passkeys', 'logins', 'devices', 'limits', 'activity'] as const;
type TabName = (typeof TABS)[number];

function chosenTab(query: URLSearchParams): TabName {
  // A provider returns to this page without saying which tab the player came from.
  if (query.has('error') || linking.isUnderWay()) return 'logins';
  return TABS.find((name) => name === query.get('tab')) ?? 'passkeys';
}

function tabPath(name: TabName, returnTo: string | null = null): string {
  const query = new URLSearchParams({
    ...(name === 'passkeys' ? {} : { tab: name }),
    ...(returnTo === null ? {} : { returnTo }),
  }).toString();
  return query === '' ? PAGE_PATHS.security : `${PAGE_PATHS.security}?${query}`;
}

export function Page({ text, query }: PageProps<Text>) {
  const tab = chosenTab(query);
  const failure = query.get('error');
  const place = waitingPlace(query);
  useEffect(() => {
    if (!linking.isUnderWay()) return;
    if (failure !== null) return linking.end();
    showToast(text.logins.done);
    // Until the address says it, only `linking` says which tab is selected.
    void navigate(tabPath('logins'), { replace: true, keepFocus: true }).finally(linking.end);
  }, []);
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {place && <ReturnNotice place={place} />}
      <Tabs
        label={text.tabsLabel}
        tabs={TABS.map((name) => ({ name, label: text.tabs[name] }))}
        selected={tab}
        onSelect={(name) =>
          void navigate(tabPath(name, query.get('returnTo')), { replace: true, keepFocus: true })
        }
      >
        {tab === 'passkeys' && <PasskeysTab text={text} />}
        {tab === 'logins' && <LoginsTab text={text} failure={failure} />}
        {tab === 'devices' && <DevicesTab />}
        {tab === 'limits' && <LimitsTab />}
        {tab === 'activity' && <ActivityTab text={text} />}
      </Tabs>
    </div>
  );
}
