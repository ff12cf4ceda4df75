import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { rememberSignedIn } from '../../parts/session/session.ts';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { useLoad } from '../../../../kit/controls/use-load.ts';
import { DeleteIdentity } from './delete-identity.tsx';
import { ExportData } from './own-data.tsx';
import { ProfileForm } from './profile-form.tsx';
import type { Text } from './text.en.ts';

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('profile', async (signal) => {
    const [identity, profile] = await Promise.all([
      api.call('getIdentity', {}, { signal }),
      api.call('getProfile', {}, { signal }),
    ]);
    rememberSignedIn(identity.pid);
    return { identity, profile };
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {loaded.state === 'loading' && <SkeletonGroup lines={8} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={loaded.reload} />}
      {loaded.state === 'ready' && (
        <>
          <ProfileForm text={text} pid={loaded.value.identity.pid} profile={loaded.value.profile} />
          <ExportData text={text} pid={loaded.value.identity.pid} />
          <DeleteIdentity text={text} pid={loaded.value.identity.pid} />
        </>
      )}
    </div>
  );
}
