import { useEffect, useState } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { returnPlace, returnPath, signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import { CloseHint } from '../../../../kit/app-request/request-parts.tsx';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { wantedHandle } from '../../parts/handle/wanted-handle.ts';
import { IdentityCard } from '../../parts/identity-card.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Skeleton, useLoad } from '../../../../kit/controls/loading.tsx';
import { api } from '../../../../kit/api/api.ts';
import { useLoginOnTheWay } from './use-login-on-the-way.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { Text } from './text.en.ts';

function signInAddress(id: string, returnTo: string, fresh: boolean): string {
  // Without this the provider may use an existing sign-in, which does not prove who is using the browser now.
  const anew = fresh ? '&prompt=login' : '';
  return `/v1/auth/signin/${encodeURIComponent(id)}?returnTo=${encodeURIComponent(returnTo)}${anew}`;
}

function ProviderList(props: { text: Text; returnTo: string; fresh: boolean }) {
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

const PAYMENTS = PAGE_PATHS.pay.replace(':id', '');

function WelcomeBack({ text, pid, returnTo }: { text: Text; pid: string; returnTo: string }) {
  return (
    <div class="grid gap-6 pt-4">
      <h1 class="text-3xl break-words" tabIndex={-1}>
        {text.welcomeBack(pid)}
      </h1>
      <IdentityCard handle={pid.replace(/@pid$/u, '')} />
      <div class="grid gap-3">
        <ButtonLink href={returnTo}>{text.continueAs}</ButtonLink>
        {/* The session is replaced only after the other account has signed in. */}
        <ButtonLink look="quiet" href={signInPath(returnTo, { fresh: true })}>
          {text.otherAccount}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Explains why the provider sent the browser back. The callback adds the error code to our address. */
function FailedSignIn({ text, code }: { text: Text; code: string | null }) {
  if (code === null) return null;
  if (code === 'access_denied') return <Notice live>{text.failed.denied}</Notice>;
  const sentence =
    code === 'identity_closed'
      ? text.failed.closed
      : code === 'provider_unavailable'
        ? text.failed.unavailable
        : text.failed.other;
  return (
    <Notice tone="bad" live>
      {sentence}
    </Notice>
  );
}

/**
 * For new players: first a provider login, with which they can return, then the handle. A passkey follows
 * when there is something to protect.
 */
function SignUp({ text, returnTo }: { text: Text; returnTo: string }) {
  const handle = wantedHandle.read();
  return (
    <div class="grid gap-6 pt-2 sm:pt-8">
      <div class="grid gap-2 text-center">
        <h1 class="text-3xl break-words" tabIndex={-1}>
          {handle === null ? text.newTitle : text.newTitleFor(`${handle}@pid`)}
        </h1>
        <p class="text-muted">{text.newLead}</p>
      </div>
      <Card>
        <div class="grid grid-cols-1 gap-5">
          <ProviderList text={text} returnTo={returnTo} fresh={false} />
          <p class="border-t border-line pt-4 text-sm text-muted">{text.newPasskey}</p>
        </div>
      </Card>
      <p class="text-center">
        <a class="text-link inline-flex min-h-11 items-center" href={signInPath(returnTo)}>
          {text.have}
        </a>
      </p>
    </div>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const returnTo = returnPath(query);
  const pid = signedInHint.value;
  const common = useCommon();
  const game = useLoginOnTheWay(returnTo);
  useEffect(() => returnPlace.keep(returnTo), [returnTo]);
  const [comesBack, setComesBack] = useState(false);
  const continueToPlace = () => navigate(returnTo, { replace: true });
  if (game?.isDelivered) return <CloseHint />;
  if (pid && !query.has('error') && !query.has('fresh'))
    return <WelcomeBack text={text} pid={pid} returnTo={returnTo} />;
  if (query.has('new') && !query.has('error')) return <SignUp text={text} returnTo={returnTo} />;
  return (
    <div class="grid gap-6 pt-2 sm:pt-8">
      <div class="grid gap-2 text-center">
        <h1 class="text-3xl" tabIndex={-1}>
          {text.title}
        </h1>
        {game?.isAsking === true && <Skeleton class="mx-auto h-6 w-48" />}
        {game?.isAsking === false && (
          <p class="font-semibold break-words">
            {game.name === null ? text.toGame : text.toNamed(game.name)}
          </p>
        )}
        {returnTo.startsWith(PAYMENTS) && <p class="font-semibold">{text.toPayment}</p>}
        <p class="text-muted">{text.lead}</p>
      </div>
      <FailedSignIn text={text} code={query.get('error')} />
      <Card>
        <div class="grid grid-cols-1 gap-5">
          <PasskeySignIn
            text={text}
            onSignedIn={continueToPlace}
            onNeedsProvider={() => setComesBack(true)}
          />
          <p class="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {text.or}
          </p>
          <ProviderList
            text={text}
            returnTo={comesBack ? signInPath(returnTo, { fresh: true }) : returnTo}
            fresh={comesBack || query.has('fresh')}
          />
        </div>
      </Card>
      <p class="text-center">
        {/* In a login popup, the player must be able to return to the request. */}
        <a
          class="text-link inline-flex min-h-11 items-center"
          href={PAGE_PATHS.lockedOut}
          {...(game ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {text.lockedOut}
        </a>
      </p>
      {game && (
        <div class="grid gap-3">
          <ErrorNotice error={game.error} />
          <Button look="quiet" busy={game.busy} disabled={game.name === null} onClick={game.cancel}>
            {common.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}
