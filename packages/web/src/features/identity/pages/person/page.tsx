import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { LateQrCode } from '../../../../kit/controls/late-qr-code.tsx';
import { ShareButton } from '../../../../kit/controls/share-button.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Face } from '../../../../kit/controls/face.tsx';
import { signedInHint } from '../../../../kit/session/session.ts';
import { IdentityCard } from '../../parts/identity-card.tsx';
import { ShareCard } from '../../parts/share-card.tsx';
import type { Text } from './text.en.ts';

/** The public page of a player: first the permanent name, then the owner's own words. */
export function Page({ text, params }: PageProps<Text>) {
  const handle = (params['handle'] ?? '').toLowerCase();
  const pid = `${handle}@pid`;
  const isOwn = signedInHint.value === pid;
  const person = useLoad(handle, (signal) =>
    api.call('getPublicProfile', { pid }, { session: 'none', signal }),
  );
  const address = `${location.origin}${PAGE_PATHS.person.replace(':handle', encodeURIComponent(handle))}`;
  if (
    person.state === 'failed' &&
    person.error instanceof Refusal &&
    [400, 404].includes(person.error.status)
  )
    return (
      <Scene
        handle="nobody"
        title={text.goneTitle}
        actions={<ButtonLink href={PAGE_PATHS.landing}>{text.home}</ButtonLink>}
      >
        {text.goneBody}
      </Scene>
    );
  return (
    <div class="mx-auto grid w-full max-w-lg grid-cols-1 gap-6">
      <h1 class="text-3xl font-bold break-words" tabIndex={-1}>
        {pid}
      </h1>
      <IdentityCard handle={handle} />
      <WhenLoaded loaded={person} waiting={8}>
        {({ displayName, bio, avatarUrl }) => (
          <Card>
            <div class="grid grid-cols-1 gap-4">
              {(avatarUrl !== null || displayName !== null) && (
                <div class="flex items-center gap-4">
                  <Face handle={handle} avatarUrl={avatarUrl} />
                  {displayName !== null && <p class="min-w-0 text-lg break-words">{displayName}</p>}
                </div>
              )}
              {bio !== null && <p class="break-words whitespace-pre-line text-muted">{bio}</p>}
              <div class="flex flex-wrap gap-3">
                {isOwn ? (
                  <ButtonLink look="sun" href={PAGE_PATHS.profile}>
                    {text.edit}
                  </ButtonLink>
                ) : (
                  <ButtonLink look="sun" href={`${PAGE_PATHS.send}?to=${encodeURIComponent(pid)}`}>
                    {text.send}
                  </ButtonLink>
                )}
                {isOwn && <ShareCard text={text} handle={handle} />}
                <ShareButton look="plain" title={pid} url={address}>
                  {text.share}
                </ShareButton>
              </div>
              <p class="text-sm text-muted">{isOwn ? text.own : text.warning}</p>
              <LateQrCode value={address} label={text.code(pid)} class="size-48" />
            </div>
          </Card>
        )}
      </WhenLoaded>
    </div>
  );
}
