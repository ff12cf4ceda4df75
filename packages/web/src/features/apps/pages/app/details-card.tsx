import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { locale } from '../../../../kit/i18n/locale.ts';
import { AppForm } from '../../parts/app-form.tsx';
import { draftOf } from '../../parts/read-app-form.ts';
import type { RegisteredApp } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

interface DetailsCardProps {
  readonly text: Text;
  readonly app: RegisteredApp;
  readonly onChanged: () => void;
}

export function DetailsCard({ text, app, onChanged }: DetailsCardProps) {
  return (
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
  );
}
