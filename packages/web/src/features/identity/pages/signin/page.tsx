import { useEffect } from 'preact/hooks';
import { leaveSession } from '../../parts/session/sign-out.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { returnPlace } from '../../../../kit/navigation/return-place.ts';
import { signedInHint } from '../../parts/session/session.ts';
import { returnPath } from '../../../../kit/navigation/sign-in-path.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { IdentityCard } from '../../parts/identity-card.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderList } from './provider-list.tsx';
import type { Text } from './text.en.ts';

function WelcomeBack({ text, pid, returnTo }: { text: Text; pid: string; returnTo: string }) {
  const leave = useAction(leaveSession);
  return (
    <div class="grid gap-6 pt-4">
      <h1 class="text-3xl break-words" tabIndex={-1}>
        {text.welcomeBack(pid)}
      </h1>
      <IdentityCard handle={pid.replace(/@pid$/u, '')} />
      <div class="grid gap-3">
        <ButtonLink href={returnTo}>{text.continueAs}</ButtonLink>
        <Button look="quiet" busy={leave.busy} onClick={() => leave.run()}>
          {text.otherAccount}
        </Button>
        <ErrorNotice error={leave.error} />
      </div>
    </div>
  );
}

/** Why the provider sent the browser back, by the codes that the callback adds to our address. */
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

export function Page({ text, query }: PageProps<Text>) {
  const returnTo = returnPath(query);
  const pid = signedInHint.value;
  useEffect(() => returnPlace.keep(returnTo), [returnTo]);
  const continueToPlace = () => navigate(returnTo, { replace: true });
  if (pid && !query.has('error') && !query.has('fresh'))
    return <WelcomeBack text={text} pid={pid} returnTo={returnTo} />;
  return (
    <div class="grid gap-6 pt-2 sm:pt-8">
      <div class="grid gap-2 text-center">
        <h1 class="text-3xl" tabIndex={-1}>
          {text.title}
        </h1>
        <p class="text-muted">{text.lead}</p>
      </div>
      <FailedSignIn text={text} code={query.get('error')} />
      <Card>
        <div class="grid grid-cols-1 gap-5">
          <PasskeySignIn text={text} onSignedIn={continueToPlace} />
          <p class="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {text.or}
          </p>
          <ProviderList text={text} returnTo={returnTo} fresh={query.has('fresh')} />
        </div>
      </Card>
    </div>
  );
}
