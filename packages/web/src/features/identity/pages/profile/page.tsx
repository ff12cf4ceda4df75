import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useLoad } from '../../../../kit/controls/use-load.ts';
import { WhenLoaded } from '../../../../kit/controls/when-loaded.tsx';
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
      <WhenLoaded loaded={loaded} waiting={8}>
        {({ identity: { pid }, profile }) => (
          <>
            <ProfileForm text={text} pid={pid} profile={profile} />
            <ExportData text={text} pid={pid} />
            <DeleteIdentity text={text} pid={pid} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
