import { useEffect } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { rememberAdmin } from '../../../../kit/session/session.ts';
import { freshSignInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { Tabs } from '../../../../kit/controls/tabs.tsx';
import type { ActivityText } from '../../../security/parts/activity/text.en.ts';
import type { AppDetailProps } from './app-detail.tsx';
import type { AuditTabProps } from './audit-tab.tsx';
import { IdentitiesTab } from './identities-tab.tsx';
import type { IdentityDetailProps } from './identity-detail.tsx';
import type { Text } from './text.en.ts';

/** The texts of all events load with the lists that show them. */
const activityTexts = import.meta.glob('../../../security/parts/activity/text.*.ts');
const AuditTab = laterWithText<Omit<AuditTabProps, 'text'>, ActivityText>(
  8,
  activityTexts,
  async () => (await import('./audit-tab.tsx')).AuditTab,
);
const AppsTab = later(8, async () => (await import('./apps-tab.tsx')).AppsTab);
const AppDetail = laterWithText<Omit<AppDetailProps, 'text'>, ActivityText>(
  8,
  activityTexts,
  async () => (await import('./app-detail.tsx')).AppDetail,
);
const IdentityDetail = laterWithText<Omit<IdentityDetailProps, 'text'>, ActivityText>(
  8,
  activityTexts,
  async () => (await import('./identity-detail.tsx')).IdentityDetail,
);
const GamesTab = later(6, async () => (await import('./games-tab.tsx')).GamesTab);
const MoneyTab = later(6, async () => (await import('./money-tab.tsx')).MoneyTab);
const SuspenseTab = later(6, async () => (await import('./suspense-tab.tsx')).SuspenseTab);
const BankAccountsTab = later(6, async () => (await import('./bank-accounts-tab.tsx')).BankAccountsTab);
const SettlementsTab = later(6, async () => (await import('./settlements-tab.tsx')).SettlementsTab);
const VerificationsTab = later(6, async () => (await import('./verifications-tab.tsx')).VerificationsTab);

const PaymentsTab = later(6, async () => (await import('./payments-tab.tsx')).PaymentsTab);

const TABS = [
  'identities',
  'apps',
  'verifications',
  'games',
  'money',
  'payments',
  'bankAccounts',
  'settlements',
  'suspense',
  'audit',
] as const;

/** To other players the server responds as if this page did not exist, and so does the page. */
function Stranger({ text }: { text: Text }) {
  return (
    <Scene
      handle="not_found"
      title={text.strangerTitle}
      actions={<ButtonLink href={freshSignInPath()}>{text.signIn}</ButtonLink>}
    >
      {text.strangerBody}
    </Scene>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'identities';
  const [pid, app] = [query.get('pid'), query.get('app')];
  const admission = useLoad('admin', (signal) => api.call('listAudit', { limit: 1 }, { signal }));
  const isStranger =
    admission.state === 'failed' && admission.error instanceof Refusal && admission.error.status === 404;
  useEffect(() => {
    if (admission.state === 'ready' || isStranger) rememberAdmin(!isStranger);
  }, [admission.state]);
  if (isStranger) return <Stranger text={text} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={admission} waiting={6}>
        {() => (
          <Tabs
            label={text.tabsLabel}
            tabs={TABS.map((name) => ({ name, label: text.tabs[name] }))}
            selected={tab}
            onSelect={(name) =>
              void navigate(`${PAGE_PATHS.admin}?tab=${name}`, { replace: true, keepFocus: true })
            }
          >
            {tab === 'identities' &&
              (pid === null ? <IdentitiesTab text={text} /> : <IdentityDetail words={text} pid={pid} />)}
            {tab === 'apps' &&
              (app === null ? <AppsTab text={text.apps} /> : <AppDetail words={text} clientId={app} />)}
            {tab === 'verifications' && <VerificationsTab text={text.verifications} />}
            {tab === 'games' && <GamesTab text={text.games} />}
            {tab === 'money' && <MoneyTab text={text} />}
            {tab === 'payments' && <PaymentsTab text={text} />}
            {tab === 'bankAccounts' && <BankAccountsTab text={text.bankAccounts} />}
            {tab === 'settlements' && <SettlementsTab text={text.settlements} />}
            {tab === 'suspense' && <SuspenseTab text={text} />}
            {tab === 'audit' && <AuditTab words={text} />}
          </Tabs>
        )}
      </WhenLoaded>
    </div>
  );
}
