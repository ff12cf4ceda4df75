import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import {
  BrokenRequest,
  CloseHint,
  WaitingToAsk,
  AppIdentity,
  DecisionButtons,
  SignedInAs,
} from '../../../../kit/app-request/request-parts.tsx';
import { useDelivery } from '../../../../kit/app-request/deliver-answer.ts';
import { greetOpener } from '../../../../kit/app-request/opener-link.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { forgetSignedIn, rememberSignedIn, leaveSession } from '../../../../kit/session/session.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { LateSuspendedFlow } from '../../../../kit/suspension/late-suspended-flow.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { FirstPasskey } from '../../../../kit/passkeys/first-passkey.tsx';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { PermissionTerms } from '../../parts/permission-terms.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { allowGrant, askGrant, deliverGrant, denyGrant } from './ask-grant.ts';
import type { GrantAnswer, Asked } from './ask-grant.ts';
import type { Text } from './text.en.ts';

interface ConsentProps {
  readonly text: Text;
  readonly request: Asked;
  readonly pid: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onDecide: (allow: boolean) => Promise<void>;
  readonly onChange: () => Promise<void>;
  readonly onPasskeyAdded: () => void;
}

function Consent(props: ConsentProps) {
  const { text, request, pid, busy, onDecide } = props;
  const { app, origin } = request;
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={origin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={props.onChange} />
          <PermissionTerms text={text.permissionText} summary={request.summary} />
          {!request.hasPasskey && <FirstPasskey text={text} onAdded={props.onPasskeyAdded} />}
          <PasskeyNotice error={props.error} />
          <div class="decision-bar">
            <DecisionButtons text={text} busy={busy} disabled={!request.hasPasskey} onDecide={onDecide} />
          </div>
        </div>
      </Card>
    </div>
  );
}

/** The sign-in uses this window, so that the opener is kept. */
function goToSignIn(path: string, query: URLSearchParams): Promise<void> {
  forgetSignedIn();
  return navigate(signInPath(`${path}?${query.toString()}`), { replace: true });
}

export function Page({ text, path, query }: PageProps<Text>) {
  const delivery = useDelivery(deliverGrant);
  const [unsent, setUnsent] = useState(false);
  const asked = useLoad(query.toString(), async (signal) => {
    const found = await askGrant(query, signal);
    greetOpener(query, found.origin);
    return found;
  });
  const request = asked.state === 'ready' ? asked.value : null;
  const pid = request?.pid ?? null;
  useEffect(() => {
    if (pid !== null) rememberSignedIn(pid);
    else if (request !== null) void goToSignIn(path, query);
  }, [request]);
  const deliver = (answer: GrantAnswer | null) => {
    if (!request || !answer) return setUnsent(true);
    const responseMode = query.get('response_mode') === 'web_message' ? 'web_message' : 'query';
    delivery.deliver(answer, { responseMode, origin: request.origin, state: query.get('state') });
  };
  const decide = useAction(async (allow: boolean) => {
    if (!request) return;
    try {
      deliver(allow ? await allowGrant(query, request.origin) : await denyGrant(query));
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) throw error;
      await goToSignIn(path, query);
    }
  });
  const change = useAction(async () => {
    await leaveSession();
    await goToSignIn(path, query);
  });
  if (delivery.state === 'still-open') return <CloseHint />;
  if (unsent) {
    return (
      <Scene handle="all_done" title={text.unsentTitle}>
        {text.unsentBody}
      </Scene>
    );
  }
  if (asked.state === 'failed' && asked.error instanceof Refusal && asked.error.status === 400)
    return <BrokenRequest text={text} error={asked.error} />;
  if (!request || pid === null) {
    return <WaitingToAsk title={text.title} lines={10} asked={asked} />;
  }
  if (request.suspended === true)
    return (
      <LateSuspendedFlow
        kind="permission"
        app={request.app}
        busy={decide.busy || delivery.state === 'under-way'}
        error={decide.error}
        onRefuse={() => decide.run(false)}
      />
    );
  return (
    <Consent
      text={text}
      request={request}
      pid={pid}
      busy={decide.busy || change.busy || delivery.state === 'under-way'}
      error={decide.error ?? change.error}
      onDecide={(allow) => decide.run(allow)}
      onChange={() => change.run()}
      onPasskeyAdded={asked.reload}
    />
  );
}
