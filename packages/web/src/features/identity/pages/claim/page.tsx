import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { ClaimAnswer, ClaimApp, PendingClaim } from '../../../../kit/api/shapes.ts';
import { wantedHandle } from '../../parts/handle/wanted-handle.ts';
import { CloseHint } from '../../../../kit/app-request/request-parts.tsx';
import { deliverAnswer, useDelivery } from '../../../../kit/app-request/deliver-answer.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { returnPlace, signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { Skeleton, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { playCreature } from '../../../../kit/creature/play-creature.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { ClaimForm } from './claim-form.tsx';
import type { Text } from './text.en.ts';

/** The ticket contains the provider's id; players know its display name. */
async function readClaim(signal: AbortSignal): Promise<PendingClaim> {
  const [claim, providers] = await Promise.all([
    api.call('getPendingClaim', {}, { session: 'none', signal }),
    api.call('listProviders', {}, { session: 'none', signal }),
  ]);
  const provider = providers.find(({ id }) => id === claim.provider)?.name ?? claim.provider;
  return { ...claim, provider };
}

function DeadEnd({ text, expired }: { text: Text; expired: boolean }) {
  return (
    <Scene
      handle={expired ? 'late' : 'who'}
      title={expired ? text.expiredTitle : text.missingTitle}
      actions={<ButtonLink href={signInPath(returnPlace.read())}>{text.signIn}</ButtonLink>}
    >
      {expired ? text.expiredBody : text.missingBody}
    </Scene>
  );
}

export function Page({ text }: PageProps<Text>) {
  const [expired, setExpired] = useState(false);
  const pending = useLoad('claim', readClaim);
  const delivery = useDelivery(deliverAnswer);
  const claimed = async (answer: ClaimAnswer) => {
    wantedHandle.forget();
    rememberSignedIn(answer.pid);
    const app = pending.state === 'ready' ? pending.value.app : undefined;
    const { redirectTo } = answer;
    if (app && redirectTo !== undefined) {
      const state = new URL(redirectTo).searchParams.get('state');
      delivery.deliver({ ...answer, redirectTo }, { ...app, state });
      return;
    }
    const place = returnPlace.read();
    await navigate(place, { replace: true });
    returnPlace.forget();
    // On a consent or payment page it would cover the request.
    if (place !== PAGE_PATHS.home) return;
    const said = text.done(answer.pid);
    const handle = answer.pid.replace(/@pid$/u, '');
    if (!(await playCreature({ kind: 'hatch', handle, said }))) showToast(said);
  };
  const cancelled = (app: ClaimApp) =>
    delivery.deliver(
      { redirectTo: app.cancelTo },
      { ...app, state: new URL(app.cancelTo).searchParams.get('state') },
    );
  if (delivery.state === 'still-open') return <CloseHint />;
  const failure = pending.state === 'failed' && pending.error instanceof Refusal ? pending.error : null;
  if (expired || failure?.status === 410) return <DeadEnd text={text} expired />;
  if (failure?.status === 400) return <DeadEnd text={text} expired={false} />;
  return (
    <div class="grid gap-6 pt-2">
      <div class="grid gap-2">
        <h1 class="text-3xl" tabIndex={-1}>
          {text.title}
        </h1>
        <p class="text-muted">{text.lead}</p>
        {pending.state === 'ready' && (
          <p class="text-sm break-words text-muted">
            {text.signedInWith(pending.value.provider, pending.value.email)}{' '}
            <a class="text-link" href={signInPath(returnPlace.read(), { fresh: true })}>
              {text.wrongAccount}
            </a>
          </p>
        )}
      </div>
      {pending.state === 'loading' && (
        <>
          <Skeleton class="aspect-[1.586] w-full rounded-xl" />
          <SkeletonGroup lines={4} />
        </>
      )}
      {pending.state === 'failed' && <ErrorNotice error={pending.error} onRetry={pending.reload} />}
      {pending.state === 'ready' && (
        <ClaimForm
          text={text}
          claim={pending.value}
          onClaimed={claimed}
          onExpired={() => setExpired(true)}
          onCancel={cancelled}
        />
      )}
      {pending.state === 'ready' && (
        <p class="text-center text-sm">
          <a
            class="text-link inline-flex min-h-11 items-center"
            href={signInPath(returnPlace.read(), { fresh: true })}
          >
            {text.have}
          </a>
        </p>
      )}
    </div>
  );
}
