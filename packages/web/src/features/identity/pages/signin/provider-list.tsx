import { api } from '../../../../kit/api/api.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Skeleton } from '../../../../kit/controls/skeleton.tsx';
import { useLoad } from '../../../../kit/controls/use-load.ts';
import type { Text } from './text.en.ts';

function signInAddress(id: string, returnTo: string, fresh: boolean): string {
  // Without this the provider may use an existing sign-in, which does not prove who is using the browser now.
  const anew = fresh ? '&prompt=login' : '';
  return `/v1/auth/signin/${encodeURIComponent(id)}?returnTo=${encodeURIComponent(returnTo)}${anew}`;
}

export function ProviderList(props: { text: Text; returnTo: string; fresh: boolean }) {
  const { text, returnTo, fresh } = props;
  const providers = useLoad('providers', (signal) =>
    api.call('listProviders', {}, { session: 'none', signal }),
  );
  if (providers.state === 'loading') return <Skeleton class="h-26 w-full" />;
  if (providers.state === 'failed') return <ErrorNotice error={providers.error} onRetry={providers.reload} />;
  if (providers.value.length === 0) return <Notice>{text.noProviders}</Notice>;
  return (
    <>
      <ul class="grid gap-3" aria-label={text.providers}>
        {providers.value.map(({ id, name }) => (
          <li key={id} class="grid">
            <ButtonLink look="plain" href={signInAddress(id, returnTo, fresh)}>
              {text.provider(name)}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p class="text-center text-sm text-muted">{text.promise}</p>
    </>
  );
}
