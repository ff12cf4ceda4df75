import { useEffect } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { freshSecret } from '../../parts/fresh-secret.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useLoad, WhenLoaded, later } from '../../../../kit/controls/loading.tsx';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import type { BankCardProps } from './bank/bank-card.tsx';
import { readBank, type Bank } from './bank/read-bank.ts';
import type { BankText } from './bank/text.en.ts';
import type { GameCardProps } from './game/game-card.tsx';
import type { GameCardText } from './game/text.en.ts';
import { readEscrow } from './read-escrow.ts';
import type { Escrow } from './read-escrow.ts';
import { mayDevelop, mayHandleMoney, owns } from '../../parts/my-rights.ts';
import { NoApp, isNoApp } from '../../parts/no-app.tsx';
import type { Text } from './text.en.ts';

function FreshSecret({ text, secret }: { text: Text; secret: string }) {
  return (
    <Notice live tone="warn" title={text.secretTitle}>
      <p>{text.secretBody}</p>
      <p class="my-3 rounded-md bg-surface p-3 font-mono font-semibold break-all" data-secret>
        {secret}
      </p>
      <CopyButton value={secret} label={text.copySecret} />
    </Notice>
  );
}

function AppFacts({ text, app }: { text: Text; app: OwnedApp }) {
  const common = useCommon();
  return (
    <Card>
      <div class="flex flex-wrap items-start gap-x-6 gap-y-4">
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-16" />
        <div class="min-w-64 flex-1">
          <Facts>
            <Fact label={text.clientId}>
              <span class="flex flex-wrap items-center justify-end gap-3">
                <code data-client-id>{app.client_id}</code>
                <CopyButton value={app.client_id} label={text.copyClientId} />
              </span>
            </Fact>
            <Fact label={text.status}>
              {app.verified ? (
                <Badge tone="good" check>
                  {common.login.verified}
                </Badge>
              ) : (
                <Badge>{common.login.unverified}</Badge>
              )}
            </Fact>
            {app.role !== undefined && !owns(app) && <Fact label={text.role}>{text.roles[app.role]}</Fact>}
            <Fact label={text.created}>
              <DateTime value={app.createdAt} style="date" />
            </Fact>
          </Facts>
          {!app.verified && <p class="pt-2 text-sm text-muted">{text.unverifiedHint}</p>}
        </div>
      </div>
    </Card>
  );
}

const EscrowCard = later(4, async () => (await import('./escrow-card.tsx')).EscrowCard);
/** Its texts load with it, because most services transfer nothing to banks. */
const BankCard = laterWithText<Omit<BankCardProps, 'text'>, BankText>(
  6,
  import.meta.glob('./bank/text.*.ts'),
  async () => (await import('./bank/bank-card.tsx')).BankCard,
);
const GameCard = laterWithText<Omit<GameCardProps, 'text'>, GameCardText>(
  8,
  import.meta.glob('./game/text.*.ts'),
  async () => (await import('./game/game-card.tsx')).GameCard,
);
/** Parts far down the page load after the rest. */
const Snippets = later(8, async () => (await import('./snippets.tsx')).Snippets);
const TryLogin = later(3, async () => (await import('./try-login.tsx')).TryLogin);
const DetailsCard = later(10, async () => (await import('./settings-cards.tsx')).DetailsCard);
const SecretCard = later(4, async () => (await import('./settings-cards.tsx')).SecretCard);
const DeleteCard = later(4, async () => (await import('./settings-cards.tsx')).DeleteCard);
const ActivityCard = later(8, async () => (await import('./desk/activity-card.tsx')).ActivityCard);
const VerificationCard = later(
  6,
  async () => (await import('./desk/verification-card.tsx')).VerificationCard,
);

interface SectionProps {
  readonly text: Text;
  readonly app: OwnedApp;
}

interface AppViewProps extends SectionProps {
  readonly escrow: Escrow;
  /** Null if this service transfers nothing to banks. */
  readonly bank: Bank | null;
  /** The amount in a link that asks to add money. */
  readonly wanted: string | null;
  readonly onChanged: () => void;
}

function AppView({ text, app, escrow, bank, wanted, onChanged }: AppViewProps) {
  const secret = freshSecret.value?.client_id === app.client_id ? freshSecret.value.client_secret : null;
  useEffect(
    () => () => {
      freshSecret.value = null;
    },
    [],
  );
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{app.name}</PageTitle>
      {app.status === 'paused' && (
        <Notice tone="warn" title={text.pausedTitle}>
          <p>{text.pausedBody[app.pausedBy ?? 'admin']}</p>
          {app.pauseReason !== undefined && <p class="break-words">{app.pauseReason}</p>}
        </Notice>
      )}
      {secret !== null && <FreshSecret text={text} secret={secret} />}
      <AppFacts text={text} app={app} />
      <EscrowCard text={text} app={app} escrow={escrow} wanted={wanted} onMoved={onChanged} />
      {bank !== null && mayHandleMoney(app) && (
        <BankCard app={app} escrow={escrow} bank={bank} onChanged={onChanged} />
      )}
      <ActivityCard text={text.desk} clientId={app.client_id} />
      <TryLogin text={text} app={app} />
      <Snippets text={text} app={app} />
      {mayDevelop(app) && (
        <>
          <DetailsCard text={text} app={app} onChanged={onChanged} />
          <GameCard app={app} onChanged={onChanged} />
          <SecretCard text={text} app={app} onChanged={onChanged} />
          <VerificationCard text={text.desk} clientId={app.client_id} />
        </>
      )}
      {owns(app) && <DeleteCard text={text} app={app} />}
    </div>
  );
}

export function Page({ text, params, query }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const app = useLoad(clientId, async (signal) => {
    const [registered, escrow, bank] = await Promise.all([
      api.call('getApp', { client_id: clientId }, { signal }),
      readEscrow(clientId, signal),
      readBank(clientId, signal),
      EscrowCard.preload(),
    ]);
    return { app: registered, escrow, bank };
  });
  if (app.state === 'ready')
    return (
      <AppView
        text={text}
        {...app.value}
        wanted={query.get('deposit')?.slice(0, 16) ?? null}
        onChanged={app.reload}
      />
    );
  if (isNoApp(app)) return <NoApp text={text.noApp} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.title}</PageTitle>
      <WhenLoaded loaded={app} waiting={8} />
    </div>
  );
}
