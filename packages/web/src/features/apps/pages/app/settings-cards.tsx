import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CheckField, SelectField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { owns } from '../../parts/my-rights.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { locale } from '../../../../kit/i18n/locale.ts';
import { ReadOnlyWhileSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import { AppForm } from '../../parts/app-form.tsx';
import { draftOf } from '../../parts/read-app-form.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { Text } from './text.en.ts';

const PreviousSecret = later(4, async () => (await import('./desk/previous-secret.tsx')).PreviousSecret);

/** Seconds for which the previous secret stays valid. */
const KEPT_FOR = ['0', '3600', '86400', '604800'] as const;
type KeptFor = (typeof KEPT_FOR)[number];

interface SecretCardProps {
  readonly text: Text;
  readonly app: OwnedApp;
  readonly onChanged: () => void;
}

export function SecretCard({ text, app, onChanged }: SecretCardProps) {
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
      {owns(app) && <ChargesField text={text} app={app} onChanged={onChanged} />}
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

/** Whether the machine tokens of the app may have the scope `payments`. Only the owner decides it. */
function ChargesField({ text, app, onChanged }: SecretCardProps) {
  const [charges, setCharges] = useState(app.scopes.includes('payments'));
  const save = useAction(async (wanted: boolean) => {
    setCharges(wanted);
    try {
      await api.call('changeApp', {
        client_id: app.client_id,
        scopes: wanted ? ['read', 'payments'] : ['read'],
      });
    } catch (error) {
      setCharges(!wanted);
      throw error;
    }
    showToast(text.saved);
    onChanged();
  });
  return (
    <div class="mb-4 grid gap-3">
      <CheckField
        label={text.charges}
        hint={text.chargesHint}
        checked={charges}
        onChange={(wanted) => void save.run(wanted)}
      />
      <ErrorNotice error={save.error} />
    </div>
  );
}

interface DetailsCardProps {
  readonly text: Text;
  readonly app: OwnedApp;
  readonly onChanged: () => void;
}

export function DetailsCard({ text, app, onChanged }: DetailsCardProps) {
  return (
    <Card title={text.detailsTitle}>
      <ReadOnlyWhileSuspended>
        <AppForm
          text={text.form}
          start={draftOf(app, locale.value)}
          submit={text.save}
          mayRate={owns(app)}
          onSubmit={async (fields) => {
            await api.call('changeApp', { client_id: app.client_id, ...fields });
            showToast(text.saved);
            onChanged();
          }}
        />
      </ReadOnlyWhileSuspended>
    </Card>
  );
}

export function DeleteCard({ text, app }: { text: Text; app: OwnedApp }) {
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
