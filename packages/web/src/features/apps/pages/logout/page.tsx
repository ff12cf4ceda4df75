import { Refusal } from '@pid/contract/client';
import type { Input, Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { inputFromQuery } from '../../../../kit/api/input-from-query.ts';
import { BrokenRequest, WaitingToAsk } from '../../../../kit/app-request/request-parts.tsx';
import { leaveForAddress } from '../../../../kit/app-request/deliver-answer.ts';
import { tryRefresh, leaveSession } from '../../../../kit/session/session.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import type { Text } from './text.en.ts';

type LogoutRequest = Reply<'describeLogout'>;

async function askLogout(query: URLSearchParams, signal: AbortSignal): Promise<LogoutRequest> {
  const ask = () =>
    api.call('describeLogout', inputFromQuery<Input<'describeLogout'>>(query), {
      session: 'optional',
      signal,
    });
  const request = await ask();
  return request.pid === null && (await tryRefresh()) ? ask() : request;
}

/** Goes to the address that the server has checked, or to the landing page. */
function leave(redirectTo: string | null): void {
  leaveForAddress(window, redirectTo ?? new URL(PAGE_PATHS.landing, location.origin).href);
}

function SignedOut({ text, request }: { text: Text; request: LogoutRequest }) {
  const { app, redirectTo } = request;
  return (
    <Scene
      handle="signed_out"
      title={text.outTitle}
      actions={
        <Button onClick={() => leave(redirectTo)}>
          {app && redirectTo !== null ? text.backTo(app.name) : text.start}
        </Button>
      }
    >
      {text.outBody}
    </Scene>
  );
}

/** A game can link here, but only the button ends the session (OpenID Connect RP-Initiated Logout, 2). */
export function Page({ text, query }: PageProps<Text>) {
  const asked = useLoad(query.toString(), (signal) => askLogout(query, signal));
  const end = useAction(async () => {
    if (asked.state !== 'ready') return;
    await leaveSession();
    leave(asked.value.redirectTo);
  });
  if (asked.state === 'failed' && asked.error instanceof Refusal && asked.error.status === 400)
    return <BrokenRequest text={text} error={asked.error} />;
  if (asked.state !== 'ready') return <WaitingToAsk title={text.title} lines={3} asked={asked} />;
  const { app, pid } = asked.value;
  if (pid === null) return <SignedOut text={text} request={asked.value} />;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask}
      </h1>
      <Card>
        <div class="grid gap-4">
          <p class="break-words">{app ? text.asked(app.name) : text.askedByNobody}</p>
          <p class="font-semibold break-words">{text.as(pid)}</p>
          <p class="text-sm text-muted">{text.hint}</p>
          <ErrorNotice error={end.error} />
          <div class="grid grid-cols-2 gap-3">
            <ButtonLink look="plain" href={PAGE_PATHS.home}>
              {text.stay}
            </ButtonLink>
            <Button look="sun" busy={end.busy} waitsToBeRead onClick={() => end.run()}>
              {text.signOut}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
