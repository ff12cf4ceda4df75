import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import type { LoginRequest } from '../../../../kit/api/shapes.ts';
import {
  AppIdentity,
  BrokenScene,
  CloseHint,
  DecisionButtons,
} from '../../../../kit/app-request/request-parts.tsx';
import { greetOpener } from '../../../../kit/app-request/opener-link.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { LateSuspendedFlow } from '../../../../kit/suspension/late-suspended-flow.tsx';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { later, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { askLogin } from '../../../../kit/app-request/ask-login.ts';
import { answerGame, loginQuery, readGame, readRequest, type SessionRequest } from './session-request.ts';
import { readPreparation, type Preparation } from './read-preparation.ts';
import { stepLabel } from './step-label.ts';
import type { Text } from './text.en.ts';

/** For players whose wallet is not ready: the missing steps. */
const WalletSteps = later(6, async () => (await import('./wallet-steps.tsx')).WalletSteps);
/** Modules that call the passkey are loaded on use: most players first read the request. */
const loadOpening = () => import('./open-game-session.ts');
const loadSteps = () => import('./take-step.ts');

/** Steps that other pages take. They lead back to this request. */
const elsewhere: Partial<Record<Preparation['step'], string>> = {
  fund: PAGE_PATHS.wallet,
  wait: PAGE_PATHS.security,
  topUp: PAGE_PATHS.topUp,
};

function amountOf({ step, missingRupiah }: Preparation): Record<string, string> {
  return step === 'topUp' ? { amount: String(missingRupiah) } : {};
}

interface Asked {
  readonly login: LoginRequest;
  /** The steps that the wallet still needs; null if it is activated. */
  readonly preparation: Preparation | null;
  readonly known: boolean;
}

async function ask(query: URLSearchParams, request: SessionRequest, signal: AbortSignal): Promise<Asked> {
  const login = await askLogin(loginQuery(query), signal);
  greetOpener(query, login.origin);
  if (login.pid === null) return { login, preparation: null, known: false };
  const [preparation, game] = await Promise.all([
    readPreparation(signal),
    readGame(request.program, signal).catch(unknownGame),
  ]);
  return { login, preparation, known: game?.allowed ?? false };
}

function unknownGame(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null;
  throw error;
}

export function Page(props: PageProps<Text>) {
  const request = readRequest(props.query);
  if (!request) return <BrokenScene text={props.text} />;
  return <Asking {...props} request={request} />;
}

function Asking({ text, path, query, request }: PageProps<Text> & { request: SessionRequest }) {
  const [done, setDone] = useState(false);
  const asked = useLoad(query.toString(), (signal) => ask(query, request, signal));
  const value = asked.state === 'ready' ? asked.value : null;
  useEffect(() => {
    if (value?.login.pid === null)
      void navigate(signInPath(`${path}?${query.toString()}`), { replace: true });
  }, [value]);
  const withReturn = (to: string, more: Record<string, string> = {}) =>
    `${to}?${new URLSearchParams({ ...more, returnTo: `${path}?${query.toString()}` }).toString()}`;
  const decide = useAction(async (allow: boolean) => {
    if (!value?.login.pid) return;
    const clientId = query.get('client_id') ?? '';
    const { preparation } = value;
    if (allow && preparation) {
      const next = elsewhere[preparation.step];
      if (next !== undefined) return navigate(withReturn(next, amountOf(preparation)));
      // The price may have changed: the page then shows the new one beside the error.
      await (await loadSteps()).takeStep(preparation).finally(asked.reload);
      return;
    }
    const opened = allow
      ? await (await loadOpening()).openGameSession(value.login.pid, clientId, request)
      : null;
    answerGame(window, value.login, request, opened && { ...opened, pid: value.login.pid });
    setDone(true);
  });
  if (done) return <CloseHint />;
  if (asked.state === 'failed' && asked.error instanceof Refusal && asked.error.status === 400)
    return <BrokenScene text={text} />;
  if (asked.state === 'failed') return <ErrorNotice error={asked.error} onRetry={asked.reload} />;
  if (!value?.login.pid) return <SkeletonGroup lines={6} />;
  if (value.login.suspended === true)
    return (
      <LateSuspendedFlow
        kind="session"
        app={value.login.app}
        busy={decide.busy}
        error={decide.error}
        onRefuse={() => decide.run(false)}
      />
    );
  // The game's rights are shown with the decision, once the wallet is ready.
  const steps = value.known ? value.preparation : null;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {steps ? text.wallet.title(value.login.app.name) : text.ask(value.login.app.name)}
      </h1>
      <Card>
        <div class="grid gap-4 sm:gap-5">
          <AppIdentity {...value.login.app} origin={value.login.origin} />
          {steps ? (
            <WalletSteps text={text.wallet} preparation={steps} walletPath={withReturn(PAGE_PATHS.wallet)} />
          ) : (
            <Explanation text={text} request={request} pid={value.login.pid} />
          )}
          {!value.known && <Notice tone="bad">{text.unknownGame}</Notice>}
          {/* Only the passkey that guards the wallet can sign. */}
          <PasskeyNotice error={decide.error} onlyOne={value.preparation === null} />
          <div class="decision-bar">
            <DecisionButtons
              text={steps ? { ...text, allow: stepLabel(text.wallet, steps) } : text}
              busy={decide.busy}
              disabled={!value.known}
              onDecide={(allow) => decide.run(allow)}
            />
          </div>
        </div>
      </Card>
    </div>
  );
}

function Explanation({ text, request, pid }: { text: Text; request: SessionRequest; pid: string }) {
  return (
    <ul class="grid list-disc gap-2 pl-5">
      <li>{text.until(request.hours)}</li>
      {request.asksPid && <li class="break-words">{text.learnsName(pid)}</li>}
      <li>{text.never}</li>
      <li>{text.free}</li>
      <li>{text.ends}</li>
    </ul>
  );
}
