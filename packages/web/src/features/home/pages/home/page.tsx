import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LateActivityList } from '../../../security/parts/activity/late-activity-list.tsx';
import { api } from '../../../../kit/api/api.ts';
import type { Balance, Identity, ConnectedApp } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { BalancePanel } from '../../../money/parts/balance-panel.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { isServed } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { signOut, rememberSignedIn } from '../../../../kit/session/session.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import {
  ArrowIcon,
  CodeIcon,
  CoinsIcon,
  GamepadIcon,
  InfoIcon,
  LinkIcon,
  PersonIcon,
  ShieldIcon,
  SignOutIcon,
  StampIcon,
  WalletIcon,
} from '../../../../kit/controls/icons.tsx';
import { IdentityCard } from '../../../identity/parts/identity-card.tsx';
import { readSuspension, type Suspension } from '../../../../kit/suspension/read-suspension.ts';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Skeleton, SkeletonGroup, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { KeyPrompts, readKeys } from './key-prompts.tsx';
import { SafetyCard, readSafety, type Safety } from './safety-card.tsx';
import type { Keys } from './key-prompts.tsx';
import type { Text } from './text.en.ts';

/** False during the first paint, so that expensive content below the fold is drawn right after it. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

const GAMES_SHOWN = 3;

const LINKS: readonly {
  readonly page: keyof Text['linkTexts'];
  readonly Icon: ComponentType<{ class?: string }>;
}[] = [
  { page: 'money', Icon: CoinsIcon },
  { page: 'wallet', Icon: WalletIcon },
  { page: 'security', Icon: ShieldIcon },
  { page: 'profile', Icon: PersonIcon },
  { page: 'connected', Icon: LinkIcon },
  { page: 'gameSessions', Icon: GamepadIcon },
  { page: 'permissions', Icon: StampIcon },
  { page: 'apps', Icon: CodeIcon },
  { page: 'developers', Icon: InfoIcon },
];

function Links({ text }: { text: Text }) {
  return (
    <Card title={text.links}>
      <ul class="-mx-3 -my-2 grid">
        {LINKS.filter(({ page }) => isServed(page)).map(({ page, Icon }) => (
          <li key={page}>
            <a href={PAGE_PATHS[page]} class="flex items-center gap-4 rounded-md px-3 py-2.5 hover:bg-sunken">
              <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
                <Icon />
              </span>
              <span class="min-w-0 flex-1">
                <span class="block font-semibold">{text.linkTexts[page].title}</span>
                <span class="block text-sm text-muted">{text.linkTexts[page].body}</span>
              </span>
              <ArrowIcon class="size-4 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Games({ text, apps }: { text: Text; apps: readonly ConnectedApp[] }) {
  return (
    <Card
      title={text.games}
      action={
        <a class="text-link -my-2 inline-flex min-h-11 items-center text-sm" href={PAGE_PATHS.connected}>
          {text.allGames}
        </a>
      }
    >
      {apps.length === 0 ? (
        <p class="text-sm text-muted">{text.noGames}</p>
      ) : (
        <ul class="grid gap-3">
          {apps.map((app) => (
            <li key={app.client_id} class="flex items-center gap-3">
              <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-10" />
              <p class="min-w-0 flex-1">
                <span class="block font-semibold break-words">{app.name}</span>
                <span class="block text-sm text-muted">
                  {text.lastPlayed} <DateTime value={app.lastLoginAt} style="date" />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function RecentActivity({ text, pid }: { text: Text; pid: string }) {
  const activity = useLoad('recent', async (signal) => {
    const [events] = await Promise.all([
      api.call('listActivity', { limit: 4 }, { signal }),
      LateActivityList.preload(),
    ]);
    return events;
  });
  return (
    <Card
      title={text.recent}
      action={
        <a
          class="text-link -my-2 inline-flex min-h-11 items-center text-sm"
          href={`${PAGE_PATHS.security}?tab=activity`}
        >
          {text.allActivity}
        </a>
      }
    >
      <WhenLoaded loaded={activity} waiting={8}>
        {({ items }) => <LateActivityList events={items} pid={pid} />}
      </WhenLoaded>
    </Card>
  );
}

interface IdentityViewProps {
  readonly text: Text;
  readonly identity: Identity;
  readonly suspension: Suspension;
  readonly keys: Keys;
  readonly safety: Safety | null;
  readonly balance: Balance;
  readonly apps: readonly ConnectedApp[];
  readonly onChanged: () => void;
}

function IdentityView({
  text,
  identity,
  suspension,
  keys,
  safety,
  balance,
  apps,
  onChanged,
}: IdentityViewProps) {
  const common = useCommon();
  const leave = useAction(signOut);
  const handle = identity.pid.replace(/@pid$/u, '');
  const isSuspended = identity.status === 'suspended';
  const isPainted = useAfterPaint();
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.hello(handle)}</PageTitle>
      {suspension && (
        <suspension.Notice title={text.suspendedTitle} body={text.suspendedBody} reason={suspension.reason} />
      )}
      <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div class="grid grid-cols-1 gap-6">
          <BalancePanel text={text.moneyText} balance={balance.balance} mayMove={!isSuspended} />
          <Games text={text} apps={apps} />
          {!isSuspended && <KeyPrompts text={text} keys={keys} onAdded={onChanged} />}
          <SafetyCard text={text.safety} safety={safety} passkeys={keys.passkeys} />
          <Links text={text} />
        </div>
        {isPainted && (
          <div class="grid grid-cols-1 gap-6">
            <div class="grid grid-cols-1 gap-4">
              <IdentityCard handle={handle} createdAt={identity.createdAt} status={identity.status} />
              <div class="flex flex-wrap items-center justify-between gap-3">
                <CopyButton value={identity.pid} label={text.copyPid} />
                <Button look="quiet" small busy={leave.busy} onClick={() => leave.run()}>
                  <SignOutIcon class="size-4" />
                  {common.signOut}
                </Button>
              </div>
              <ErrorNotice error={leave.error} />
              <p class="text-sm text-muted">{text.signOutHint}</p>
            </div>
            <RecentActivity text={text} pid={identity.pid} />
          </div>
        )}
      </div>
    </div>
  );
}

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('home', async (signal) => {
    const [identity, keys, balance, connected, safety] = await Promise.all([
      api.call('getIdentity', {}, { signal }),
      readKeys(signal),
      api.call('getBalance', {}, { signal }),
      api.call('listConnectedApps', { limit: GAMES_SHOWN }, { signal }),
      readSafety(signal),
    ]);
    rememberSignedIn(identity.pid);
    const suspension = await readSuspension(identity, signal);
    return { identity, suspension, keys, balance, safety, apps: connected.items };
  });
  if (loaded.state === 'ready')
    return <IdentityView text={text} {...loaded.value} onChanged={loaded.reload} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.title}</PageTitle>
      {loaded.state === 'failed' ? (
        <ErrorNotice error={loaded.error} onRetry={loaded.reload} />
      ) : (
        <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <Skeleton class="h-44 w-full rounded-xl" />
          <SkeletonGroup lines={5} />
        </div>
      )}
    </div>
  );
}
