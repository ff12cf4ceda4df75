import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { LoginCredential, Provider } from '../../../../kit/api/shapes.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { MailIcon, PlusIcon } from '../../../../kit/controls/icons.tsx';
import { Item, ItemList } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { tabStorage } from '../../../../kit/platform/storage.ts';
import type { Text } from './text.en.ts';

const STORAGE_KEY = 'pid:linking';

/** Remembers in this tab that a login is being linked, while the browser is at the provider. */
export const linking = {
  begin: (): void => tabStorage.set(STORAGE_KEY, 'yes'),
  isUnderWay: (): boolean => tabStorage.get(STORAGE_KEY) !== null,
  end: (): void => tabStorage.remove(STORAGE_KEY),
};

function LinkButton({ text, provider }: { text: Text; provider: Provider }) {
  const link = useAction(async () => {
    const { redirectTo } = await api.call('linkProvider', { provider: provider.id });
    linking.begin();
    location.assign(redirectTo);
  });
  return (
    <div class="grid gap-2">
      <Button look="plain" busy={link.busy} onClick={() => link.run()}>
        <PlusIcon class="size-4" />
        {text.logins.add(provider.name)}
      </Button>
      <ErrorNotice error={link.error} />
    </div>
  );
}

interface LinkedProps {
  readonly text: Text;
  readonly logins: readonly LoginCredential[];
  readonly providers: readonly Provider[];
  readonly onChanged: () => void;
}

function Linked({ text, logins, providers, onChanged }: LinkedProps) {
  const [asked, setAsked] = useState<LoginCredential | null>(null);
  const nameOf = (login: LoginCredential) =>
    providers.find(({ id }) => id === login.provider)?.name ?? login.provider;
  if (logins.length === 0) return <p class="text-muted">{text.logins.empty}</p>;
  return (
    <>
      <ItemList>
        {logins.map((login) => (
          <Item
            key={login.id}
            icon={<MailIcon />}
            title={nameOf(login)}
            detail={
              <>
                {login.email && <span class="block wrap-anywhere">{login.email}</span>}
                {text.logins.lastUsed} <DateTime value={login.lastLoginAt} style="date" />
              </>
            }
            aside={
              <Button
                look="plain"
                small
                label={`${text.logins.unlink}: ${nameOf(login)} ${login.email}`}
                onClick={() => setAsked(login)}
              >
                {text.logins.unlink}
              </Button>
            }
          />
        ))}
      </ItemList>
      <ConfirmDialog
        open={asked !== null}
        title={asked ? text.logins.unlinkTitle(nameOf(asked)) : ''}
        confirm={text.logins.unlink}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (!asked) return;
          await api.call('unlinkCredential', { id: asked.id });
          showToast(text.logins.unlinked);
          onChanged();
        }}
      >
        <p>{text.logins.unlinkBody}</p>
        {asked?.email && <p class="font-semibold break-all">{asked.email}</p>}
      </ConfirmDialog>
    </>
  );
}

function LinkFailure({ text, failure }: { text: Text; failure: string | null }) {
  if (failure === null) return null;
  return (
    <Notice tone={failure === 'access_denied' ? 'note' : 'bad'} live>
      {failure === 'login_in_use' ? text.logins.inUse : text.logins.failed}
    </Notice>
  );
}

export function LoginsTab({ text, failure }: { text: Text; failure: string | null }) {
  const loaded = useLoad('logins', async (signal) => {
    const [credentials, providers] = await Promise.all([
      api.call('listCredentials', {}, { signal }),
      api.call('listProviders', {}, { session: 'none', signal }),
    ]);
    return { logins: credentials.filter(({ provider }) => provider !== 'passkey'), providers };
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <LinkFailure text={text} failure={failure} />
      <Card title={text.logins.title}>
        <div class="grid grid-cols-1 gap-5">
          <p class="-mt-3 text-sm text-muted">{text.logins.lead}</p>
          <WhenLoaded loaded={loaded} waiting={3}>
            {(value) => <Linked text={text} {...value} onChanged={loaded.reload} />}
          </WhenLoaded>
        </div>
      </Card>
      {loaded.state === 'ready' && loaded.value.providers.length > 0 && (
        <Card title={text.logins.addTitle}>
          <p class="-mt-3 mb-4 text-sm text-muted">{text.logins.addLead}</p>
          <div class="flex flex-wrap gap-3">
            {loaded.value.providers.map((provider) => (
              <LinkButton key={provider.id} text={text} provider={provider} />
            ))}
          </div>
        </Card>
      )}
    </div>
  );
}
