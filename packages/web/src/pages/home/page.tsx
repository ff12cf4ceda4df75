import { api } from '../../api/api.ts';
import type { Identity, IdentityStatus, LoginCredential } from '../../api/types.ts';
import { useCommon } from '../../i18n/locale.ts';
import type { PageProps } from '../../router/define-page.tsx';
import { rememberSignedIn } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KeyIcon, MailIcon, SignOutIcon } from '../../ui/icons.tsx';
import { IdentityCard } from '../../ui/identity-card.tsx';
import { Fact, Facts, Item, ItemList } from '../../ui/item-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useLoad } from '../../ui/use-load.ts';
import type { Text } from './text.en.ts';

const STATUS_TONES: Record<IdentityStatus, BadgeTone> = { active: 'good', suspended: 'warn', deleted: 'bad' };

function Logins({ text }: { text: Text }) {
  const logins = useLoad('credentials', (signal) =>
    api.get<readonly LoginCredential[]>('/v1/identity/credentials', { signal }),
  );
  if (logins.state === 'loading') return <SkeletonGroup lines={2} />;
  if (logins.state === 'failed') return <ErrorNotice error={logins.error} onRetry={logins.reload} />;
  if (logins.value.length === 0) return <p class="text-muted">{text.noLogins}</p>;
  return (
    <ItemList>
      {logins.value.map((login) => (
        <Item
          key={login.id}
          icon={login.provider === 'passkey' ? <KeyIcon /> : <MailIcon />}
          title={
            <span class="capitalize">{login.provider === 'passkey' ? text.passkey : login.provider}</span>
          }
          detail={login.email}
          aside={
            <span class="text-xs text-muted">
              {text.lastUsed}
              <br />
              <DateTime value={login.lastLoginAt} style="date" />
            </span>
          }
        />
      ))}
    </ItemList>
  );
}

function IdentityView({ text, identity }: { text: Text; identity: Identity }) {
  const common = useCommon();
  const leave = useAction(signOut);
  const handle = identity.pid.replace(/@pid$/u, '');
  return (
    <div class="grid grid-cols-1 gap-6">
      <h1 class="text-3xl break-words" tabIndex={-1}>
        {text.hello(handle)}
      </h1>
      {identity.status === 'suspended' && (
        <Notice tone="warn" title={text.suspendedTitle}>
          {text.suspendedBody}
        </Notice>
      )}
      <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div class="grid gap-4">
          <IdentityCard handle={handle} createdAt={identity.createdAt} status={identity.status} />
          <div class="flex flex-wrap items-center justify-between gap-3">
            <CopyButton value={identity.pid} label={text.copyPid} />
            <Button look="quiet" small busy={leave.busy} onClick={() => leave.run()}>
              <SignOutIcon class="size-4" />
              {common.signOut}
            </Button>
          </div>
          <ErrorNotice error={leave.error} />
          <p class="text-sm text-muted">{text.signOutHint}</p>
        </div>
        <div class="grid grid-cols-1 gap-6">
          <Card title={text.about}>
            <Facts>
              <Fact label={text.pid}>{identity.pid}</Fact>
              <Fact label={text.status}>
                <Badge tone={STATUS_TONES[identity.status]}>{common.status[identity.status]}</Badge>
              </Fact>
              <Fact label={text.since}>
                <DateTime value={identity.createdAt} style="date" />
              </Fact>
            </Facts>
            <p class="pt-2 text-sm text-muted">{text.permanent}</p>
          </Card>
          <Card title={text.logins}>
            <Logins text={text} />
          </Card>
        </div>
      </div>
    </div>
  );
}

export function Page({ text }: PageProps<Text>) {
  const identity = useLoad('me', async (signal) => {
    const me = await api.get<Identity>('/v1/identity/me', { signal });
    rememberSignedIn(me.pid);
    return me;
  });
  if (identity.state === 'ready') return <IdentityView text={text} identity={identity.value} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <h1 class="text-3xl" tabIndex={-1}>
        {text.title}
      </h1>
      {identity.state === 'failed' ? (
        <ErrorNotice error={identity.error} onRetry={identity.reload} />
      ) : (
        <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <Skeleton class="aspect-[1.586] w-full rounded-xl" />
          <SkeletonGroup lines={5} />
        </div>
      )}
    </div>
  );
}
