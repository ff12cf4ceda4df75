import { api } from '../../../../kit/api/api.ts';
import { AppForm } from '../../parts/app-form.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { EMPTY_DRAFT } from '../../parts/read-app-form.ts';
import type { AppFields } from '../../parts/read-app-form.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { ReadOnlyWhileSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import type { Text } from './text.en.ts';

async function register(fields: AppFields): Promise<void> {
  const { client_id, client_secret } = await api.call('registerApp', fields);
  freshSecret.value = { client_id, client_secret };
  await navigate(`/apps/${client_id}`, { replace: true });
}

export function Page({ text }: PageProps<Text>) {
  return (
    <div class="grid max-w-2xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card>
        <ReadOnlyWhileSuspended>
          <AppForm text={text.form} start={EMPTY_DRAFT} submit={text.submit} mayRate onSubmit={register} />
        </ReadOnlyWhileSuspended>
      </Card>
    </div>
  );
}
