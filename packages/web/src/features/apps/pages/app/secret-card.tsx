import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { SelectField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/later.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import type { RegisteredApp } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

const PreviousSecret = later(
  4,
  async () => (await import('../../parts/desk/previous-secret.tsx')).PreviousSecret,
);

/** Seconds for which the previous secret stays valid. */
const KEPT_FOR = ['0', '3600', '86400', '604800'] as const;
type KeptFor = (typeof KEPT_FOR)[number];

interface SecretCardProps {
  readonly text: Text;
  readonly app: RegisteredApp;
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
