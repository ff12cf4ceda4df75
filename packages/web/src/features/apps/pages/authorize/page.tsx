import { useEffect } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { isFreshSignInWanted } from '../../../../kit/api/errors.ts';
import type { LoginRequest } from '../../../../kit/api/shapes.ts';
import {
  BrokenRequest,
  CloseHint,
  WaitingToAsk,
  AppIdentity,
  DecisionButtons,
  SignedInAs,
} from '../../../../kit/app-request/request-parts.tsx';
import { deliverAnswer, leaveForAddress, useDelivery } from '../../../../kit/app-request/deliver-answer.ts';
import { greetOpener } from '../../../../kit/app-request/opener-link.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { forgetSignedIn, rememberSignedIn } from '../../../../kit/session/session.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { LateSuspendedFlow } from '../../../../kit/suspension/late-suspended-flow.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import {
  askLogin,
  decideLogin,
  isSignInWanted,
  responseModeOf,
} from '../../../../kit/app-request/ask-login.ts';
import { SharedList } from '../../../../kit/app-request/shared-list.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import type { Text } from './text.en.ts';

interface ConsentProps {
  readonly text: Text;
  readonly login: LoginRequest;
  readonly pid: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onDecide: (allow: boolean) => Promise<void>;
  readonly onChange: () => Promise<void>;
}

function Consent({ text, login, pid, busy, error, onDecide, onChange }: ConsentProps) {
  const { app, origin } = login;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid gap-4 sm:gap-5">
          <AppIdentity {...app} origin={origin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={onChange} />
          <SharedList scopes={login.scopes} />
          <ErrorNotice error={error} />
          <div class="decision-bar">
            <DecisionButtons text={text} busy={busy} onDecide={onDecide} />
          </div>
        </div>
      </Card>
    </div>
  );
}

type Next =
  | { readonly kind: 'consent'; readonly login: LoginRequest; readonly pid: string }
  | { readonly kind: 'leave'; readonly address: string }
  | { readonly kind: 'paused' | 'suspended'; readonly login: LoginRequest }
  | { readonly kind: 'sign-in'; readonly ticket: string | null };

function nextStep(login: LoginRequest): Next {
  if (login.redirectTo !== undefined) return { kind: 'leave', address: login.redirectTo };
  if (login.app.status === 'paused') return { kind: 'paused', login };
  if (login.pid === null || login.signInAgain === true)
    return { kind: 'sign-in', ticket: login.loginTicket ?? null };
  if (login.suspended === true) return { kind: 'suspended', login };
  return { kind: 'consent', login, pid: login.pid };
}

/**
 * The sign-in uses this window, so that the opener is kept. If a game requires a new sign-in, it must be
 * later than the game's request. The ticket, which only the server can create, contains the time of the
 * request.
 */
function goToSignIn(path: string, query: URLSearchParams, ticket: string | null): Promise<void> {
  const asked = new URLSearchParams(query);
  if (ticket !== null) asked.set('login_ticket', ticket);
  forgetSignedIn();
  return navigate(signInPath(`${path}?${asked.toString()}`, { fresh: ticket !== null }), { replace: true });
}

export function Page({ text, path, query }: PageProps<Text>) {
  const delivery = useDelivery(deliverAnswer);
  const asked = useLoad(query.toString(), async (signal) => {
    const login = await askLogin(query, signal);
    greetOpener(query, login.origin);
    return nextStep(login);
  });
  const next = asked.state === 'ready' ? asked.value : null;
  useEffect(() => {
    if (next?.kind === 'leave') leaveForAddress(window, next.address);
    if (next?.kind === 'sign-in') void goToSignIn(path, query, next.ticket);
    if (next?.kind === 'consent') rememberSignedIn(next.pid);
  }, [next]);
  const decide = useAction(async (allow: boolean) => {
    if (!next || !('login' in next)) return;
    try {
      const answer = await decideLogin(query, allow ? 'allow' : 'deny');
      delivery.deliver(answer, {
        responseMode: responseModeOf(query),
        origin: next.login.origin,
        state: query.get('state'),
      });
    } catch (error) {
      if (!isSignInWanted(error) && !isFreshSignInWanted(error)) throw error;
      await goToSignIn(path, query, next.login.loginTicket ?? null);
    }
  });
  // A player who goes back is still signed in: the session is replaced only after another account has signed
  // in.
  const change = useAction(() =>
    navigate(signInPath(`${path}?${query.toString()}`, { fresh: true }), { replace: true }),
  );
  if (delivery.state === 'still-open') return <CloseHint />;
  if (asked.state === 'failed' && asked.error instanceof Refusal && asked.error.status === 400)
    return <BrokenRequest text={text} error={asked.error} />;
  if (next?.kind === 'paused') {
    return (
      <Scene
        handle="app_paused"
        title={text.pausedTitle(next.login.app.name)}
        actions={
          <Button look="sun" busy={decide.busy} onClick={() => decide.run(false)}>
            {text.back(next.login.app.name)}
          </Button>
        }
      >
        {text.pausedBody}
        <ErrorNotice error={decide.error} />
      </Scene>
    );
  }
  if (next?.kind === 'suspended')
    return (
      <LateSuspendedFlow
        kind="login"
        app={next.login.app}
        busy={decide.busy || delivery.state === 'under-way'}
        error={decide.error}
        onRefuse={() => decide.run(false)}
      />
    );
  if (next?.kind !== 'consent') {
    return <WaitingToAsk title={text.title} lines={6} asked={asked} />;
  }
  return (
    <Consent
      text={text}
      login={next.login}
      pid={next.pid}
      busy={decide.busy || change.busy || delivery.state === 'under-way'}
      error={decide.error ?? change.error}
      onDecide={(allow) => decide.run(allow)}
      onChange={() => change.run()}
    />
  );
}
