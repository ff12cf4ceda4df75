import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/api.ts';
import type { Provider } from '../../api/types.ts';
import type { PageProps } from '../../router/define-page.tsx';
import { navigate } from '../../router/router.ts';
import { forgetSignedIn, returnPath, signedInHint } from '../../session/session.ts';
import { passkeysSupported, signInWithPasskey } from '../../session/sign-in-with-passkey.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { IdentityCard } from '../../ui/identity-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useLoad } from '../../ui/use-load.ts';
import type { Text } from './text.en.ts';

function PasskeySignIn({ text, returnTo }: { text: Text; returnTo: string }) {
  const [cancelled, setCancelled] = useState(false);
  const action = useAction(async () => {
    setCancelled(false);
    const outcome = await signInWithPasskey({ autofill: false });
    if (outcome === 'cancelled') setCancelled(true);
    else await navigate(returnTo, { replace: true });
  });
  if (!passkeysSupported()) return <Notice>{text.passkeyMissing}</Notice>;
  const refused = action.error instanceof ApiError && [400, 401, 404].includes(action.error.statusCode);
  return (
    <div class="grid gap-2">
      <Button busy={action.busy} onClick={() => action.run()}>
        <KeyIcon />
        {text.passkey}
      </Button>
      <p class="text-center text-sm text-muted">{text.passkeyHint}</p>
      {cancelled && <Notice live>{text.passkeyCancelled}</Notice>}
      {refused ? (
        <Notice tone="bad" live>
          {text.passkeyRefused}
        </Notice>
      ) : (
        <ErrorNotice error={action.error} />
      )}
    </div>
  );
}

function ProviderList({ text, returnTo }: { text: Text; returnTo: string }) {
  const providers = useLoad('providers', (signal) =>
    api.get<readonly Provider[]>('/v1/auth/providers', { session: 'none', signal }),
  );
  if (providers.state === 'loading') return <Skeleton class="h-26 w-full" />;
  if (providers.state === 'failed') return <ErrorNotice error={providers.error} onRetry={providers.reload} />;
  if (providers.value.length === 0) return <Notice>{text.noProviders}</Notice>;
  return (
    <>
      <ul class="grid gap-3" aria-label={text.providers}>
        {providers.value.map(({ id, name }) => (
          <li key={id} class="grid">
            <ButtonLink
              look="plain"
              href={`/v1/auth/signin/${encodeURIComponent(id)}?returnTo=${encodeURIComponent(returnTo)}`}
            >
              {text.provider(name)}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p class="text-center text-sm text-muted">{text.promise}</p>
    </>
  );
}

function WelcomeBack({ text, pid, returnTo }: { text: Text; pid: string; returnTo: string }) {
  return (
    <div class="grid gap-6 pt-4">
      <h1 class="text-3xl break-words" tabIndex={-1}>
        {text.welcomeBack(pid)}
      </h1>
      <IdentityCard handle={pid.replace(/@pid$/u, '')} />
      <div class="grid gap-3">
        <ButtonLink href={returnTo}>{text.continueAs}</ButtonLink>
        <Button look="quiet" onClick={forgetSignedIn}>
          {text.otherAccount}
        </Button>
      </div>
    </div>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const returnTo = returnPath(query);
  const pid = signedInHint.value;
  if (pid) return <WelcomeBack text={text} pid={pid} returnTo={returnTo} />;
  return (
    <div class="grid gap-6 pt-4 sm:pt-10">
      <div class="grid gap-2 text-center">
        <h1 class="text-3xl" tabIndex={-1}>
          {text.title}
        </h1>
        <p class="text-muted">{text.lead}</p>
      </div>
      <Card>
        <div class="grid gap-5">
          <PasskeySignIn text={text} returnTo={returnTo} />
          <p class="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {text.or}
          </p>
          <ProviderList text={text} returnTo={returnTo} />
        </div>
      </Card>
    </div>
  );
}
