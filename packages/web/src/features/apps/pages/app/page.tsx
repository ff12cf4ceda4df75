import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { RegisteredApp } from '../../parts/shapes.ts';
import { AppForm } from '../../parts/app-form.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { draftOf } from '../../parts/read-app-form.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { SelectField } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useLoad } from '../../../../kit/controls/use-load.ts';
import { WhenLoaded } from '../../../../kit/controls/when-loaded.tsx';
import { later } from '../../../../kit/controls/later.tsx';
import { AppFacts, FreshSecret, Snippets } from './app-facts.tsx';
import { readEscrow } from './read-escrow.ts';
import type { Escrow } from './read-escrow.ts';
import type { Text } from './text.en.ts';
import { TryLogin } from './try-login.tsx';

const EscrowCard = later(4, async () => (await import('./escrow-card.tsx')).EscrowCard);
const ActivityCard = later(8, async () => (await import('../../parts/desk/activity-card.tsx')).ActivityCard);
const VerificationCard = later(
  6,
  async () => (await import('../../parts/desk/verification-card.tsx')).VerificationCard,
);
const PreviousSecret = later(
  4,
  async () => (await import('../../parts/desk/previous-secret.tsx')).PreviousSecret,
);

interface SectionProps {
  readonly text: Text;
  readonly app: RegisteredApp;
}

/** Seconds for which the secret before goes on working. */
const KEPT_FOR = ['0', '3600', '86400', '604800'] as const;
type KeptFor = (typeof KEPT_FOR)[number];

function SecretCard({ text, app, onChanged }: SectionProps & { readonly onChanged: () => void }) {
  const [asking, setAsking] = useState(false);
  const [keep, setKeep] = useState<KeptFor>('0');
  return (
    <Card title={text.secretCard}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.secretCardBody}</p>
      {app.previousSecretUntil !== null && Date.parse(app.previousSecretUntil) > Date.now() && (
        <div class="mb-4">
          <PreviousSecret
            text={text.desk}
            clientId={app.client_id}
            until={app.previousSecretUntil}
            onEnded={onChanged}
          />
        </div>
      )}
      <Button look="plain" onClick={() => setAsking(true)}>
        {text.rotate}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.rotateTitle}
        confirm={text.rotate}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          freshSecret.value = await api.call('rotateAppSecret', {
            client_id: app.client_id,
            keepPreviousSeconds: Number(keep),
          });
          onChanged();
          window.scrollTo(0, 0);
        }}
      >
        <p>{text.rotateBody}</p>
        <SelectField
          label={text.keepPrevious}
          hint={text.keepPreviousHint}
          value={keep}
          options={KEPT_FOR.map((value) => ({ value, label: text.keepPreviousFor[value] }))}
          onChange={setKeep}
        />
      </ConfirmDialog>
    </Card>
  );
}

function DeleteCard({ text, app }: SectionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={text.deleteCard}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.deleteBody}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {text.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.deleteTitle(app.name)}
        confirm={text.delete}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('deleteApp', { client_id: app.client_id });
          await navigate(PAGE_PATHS.apps, { replace: true });
          showToast(text.deleted(app.name));
        }}
      >
        <p>{text.deleteBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

interface AppViewProps extends SectionProps {
  readonly escrow: Escrow;
  readonly onChanged: () => void;
}

function AppView({ text, app, escrow, onChanged }: AppViewProps) {
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
      <EscrowCard text={text} app={app} escrow={escrow} onPaid={onChanged} />
      <ActivityCard text={text.desk} clientId={app.client_id} />
      <TryLogin text={text} app={app} />
      <Snippets text={text} app={app} />
      <Card title={text.detailsTitle}>
        <AppForm
          text={text.form}
          start={draftOf(app, locale.value)}
          submit={text.save}
          onSubmit={async (fields) => {
            await api.call('changeApp', { client_id: app.client_id, ...fields });
            showToast(text.saved);
            onChanged();
          }}
        />
      </Card>
      <SecretCard text={text} app={app} onChanged={onChanged} />
      <VerificationCard text={text.desk} clientId={app.client_id} />
      <DeleteCard text={text} app={app} />
    </div>
  );
}

export function Page({ text, params }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const app = useLoad(clientId, async (signal) => {
    const [registered, escrow] = await Promise.all([
      api.call('getApp', { client_id: clientId }, { signal }),
      readEscrow(clientId, signal),
      EscrowCard.preload(),
    ]);
    return { app: registered, escrow };
  });
  if (app.state === 'ready') return <AppView text={text} {...app.value} onChanged={app.reload} />;
  if (app.state === 'failed' && app.error instanceof Refusal && app.error.status === 404) {
    return (
      <Scene
        handle="no_app"
        title={text.goneTitle}
        actions={<ButtonLink href={PAGE_PATHS.apps}>{text.back}</ButtonLink>}
      >
        {text.goneBody}
      </Scene>
    );
  }
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.title}</PageTitle>
      <WhenLoaded loaded={app} waiting={8} />
    </div>
  );
}
