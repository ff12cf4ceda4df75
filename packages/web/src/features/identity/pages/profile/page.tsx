import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { DownloadIcon } from '../../../../kit/controls/icons.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { ReadOnlyWhileSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import { DeleteIdentity } from './delete-identity.tsx';
import { ProfileForm } from './profile-form.tsx';
import type { Text } from './text.en.ts';

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Uses a request instead of a link: for an expired session a link would save a file that contains an error.
 */
function ExportData({ text, pid }: { text: Text; pid: string }) {
  const download = useAction(async () => {
    const data = await api.call('exportIdentity', {}, { timeoutMilliseconds: 60_000 });
    saveFile(`${pid.replace('@', '-at-')}.json`, JSON.stringify(data, null, 2));
  });
  return (
    <Card title={text.dataTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.dataBody}</p>
      <Button look="plain" busy={download.busy} onClick={() => download.run()}>
        <DownloadIcon class="size-4" />
        {text.download}
      </Button>
      <ErrorNotice error={download.error} />
    </Card>
  );
}

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
        {({ identity: { pid, status }, profile }) => (
          <>
            <ReadOnlyWhileSuspended status={status}>
              <ProfileForm text={text} pid={pid} profile={profile} />
            </ReadOnlyWhileSuspended>
            <ExportData text={text} pid={pid} />
            <DeleteIdentity text={text} pid={pid} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
