import { api } from '../../api/api.ts';
import type { AppSecret, RegisteredApp } from '../../api/types.ts';
import { AppForm } from '../../apps/app-form.tsx';
import { freshSecret } from '../../apps/fresh-secret.ts';
import { EMPTY_DRAFT } from '../../apps/read-app-form.ts';
import type { AppFields } from '../../apps/read-app-form.ts';
import type { PageProps } from '../../router/define-page.tsx';
import { navigate } from '../../router/router.ts';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Text } from './text.en.ts';

async function register(fields: AppFields): Promise<void> {
  const { client_id, client_secret } = await api.post<RegisteredApp & AppSecret>('/v1/apps', fields);
  freshSecret.value = { client_id, client_secret };
  await navigate(`/apps/${client_id}`, { replace: true });
}

export function Page({ text }: PageProps<Text>) {
  return (
    <div class="grid max-w-2xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card>
        <AppForm text={text.form} start={EMPTY_DRAFT} submit={text.submit} onSubmit={register} />
      </Card>
    </div>
  );
}
