import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../kit/api/errors.ts';
import {
  deliverMessage,
  useDelivery,
  type Delivered,
  type Delivery,
  type DeliveryWindow,
} from '../../../kit/app-request/deliver-answer.ts';
import { greetOpener, isInformed } from '../../../kit/app-request/opener-link.ts';
import { CloseHint, WaitingToAsk } from '../../../kit/app-request/request-parts.tsx';
import { Button, ButtonLink } from '../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import type { Loaded } from '../../../kit/controls/loading.tsx';
import { Scene } from '../../../kit/controls/scene.tsx';
import { useAction } from '../../../kit/controls/use-action.ts';
import { navigate } from '../../../kit/navigation/navigate.ts';
import type { Visit } from '../../../kit/navigation/page-props.ts';
import { signInPath } from '../../../kit/navigation/sign-in-path.ts';
import { signedInHint } from '../../../kit/session/session.ts';
import { LateSuspendedFlow } from '../../../kit/suspension/late-suspended-flow.tsx';

/** A payment or an allowance. */
interface AppRequest {
  readonly id: string;
  readonly status: string;
  readonly returnTo: string | null;
  /** The origin of `returnTo`, which the server has checked. */
  readonly origin: string | null;
  readonly app: { readonly name: string; readonly logoUrl: string | null; readonly status: string };
}

export interface RequestKind<Request extends AppRequest> {
  readonly name: 'payment' | 'allowance';
  read(id: string, options: { signal: AbortSignal; attempts: number }): Promise<Request>;
  /** Anyone can read the status. */
  readStatus(
    id: string,
    options: { session: 'none'; signal: AbortSignal },
  ): Promise<{ readonly origin: string | null }>;
  decline(id: string): Promise<Request>;
  /** The status that is reported to the game. Its server reads all other details with its own token. */
  toldStatus(request: Request): string;
}

/** The request may have been carried out. Sending it again returns the result. */
export const isLost = (error: unknown) =>
  error instanceof NetworkError || (error instanceof Refusal && error.status >= 500);

/** A player who signs in first leaves this page before the request can be read. */
export async function greetBeforeSignIn(
  kind: Pick<RequestKind<AppRequest>, 'readStatus'>,
  id: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<void> {
  if (signedInHint.value !== null || !isInformed(query)) return;
  const found = await kind.readStatus(id, { session: 'none', signal }).catch(() => null);
  greetOpener(query, found?.origin ?? null);
}

/** Null if the signed-in player has no access to this request. */
export async function readRequest<Request extends AppRequest>(
  kind: RequestKind<Request>,
  id: string,
  query: URLSearchParams,
  options: { signal: AbortSignal; attempts: number },
): Promise<Request | null> {
  const request = await kind.read(id, options).catch((error: unknown) => {
    if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
    throw error;
  });
  greetOpener(query, request?.origin ?? null);
  return request;
}

/** Delivers the result to the window that opened this one, at the origin of the return address, or by a redirect to that address. */
function deliverRequest<Request extends AppRequest>(kind: RequestKind<Request>) {
  return (window: DeliveryWindow, request: Request, delivery: Delivery): Delivered => {
    const { id, returnTo, origin } = request;
    if (returnTo === null || origin === null) throw new Error('This request has no return address');
    const outcome = { [`${kind.name}_id`]: id, status: kind.toldStatus(request) };
    const address = new URL(returnTo);
    for (const [name, value] of Object.entries(outcome)) address.searchParams.append(name, value);
    if (delivery.state !== null) address.searchParams.append('state', delivery.state);
    return deliverMessage(
      window,
      { message: { type: `pid:${kind.name}`, ...outcome }, redirectTo: address.href },
      { ...delivery, origin },
    );
  };
}

/** The props of a page that asks the player. */
export interface AskParts<Request> {
  readonly request: Request;
  readonly onDone: (request: Request) => void;
  /** Called when the displayed data is outdated. */
  readonly onStale: () => void;
  readonly onChangeAccount: () => Promise<void>;
}

interface AskedText {
  readonly title: string;
  readonly goneTitle: string;
  goneBody(pid: string): string;
  readonly otherAccount: string;
  pausedTitle(app: string): string;
  readonly pausedBody: string;
  readonly decline: string;
  declineAndBack(app: string): string;
  back(app: string): string;
}

interface AskedByAppProps<Request extends AppRequest, Player> {
  readonly kind: RequestKind<Request>;
  readonly text: AskedText;
  readonly visit: Visit;
  /** Lines of the page while it loads. */
  readonly lines: number;
  readonly asked: Loaded<{ readonly request: Request | null } & Player> & { reload(): void };
  /** The page of PID for players who do not return to the app. */
  readonly home: { readonly href: string; readonly label: string };
  readonly ask: (parts: AskParts<Request> & Player) => ComponentChildren;
  /** The result of a request that is no longer open. */
  readonly sayOutcome: (
    request: Request,
    player: Player,
  ) => { readonly isGood: boolean; readonly title: string; readonly body: ComponentChildren };
}

/** The page of a request by an app: asks the player, shows the result, and delivers it to the app. */
export function AskedByApp<
  Request extends AppRequest,
  Player extends { readonly pid: string; readonly suspended: boolean },
>({ kind, text, visit, lines, asked, home, ask, sayOutcome }: AskedByAppProps<Request, Player>) {
  const { path, params, query } = visit;
  const id = params['id'] ?? '';
  const [done, setDone] = useState<Request | null>(null);
  const delivery = useDelivery(deliverRequest(kind));
  const deliver = (request: Request) =>
    delivery.deliver(request, {
      responseMode: query.get('response_mode') === 'web_message' ? 'web_message' : 'query',
      origin: request.origin ?? '',
      state: query.get('state'),
    });
  const decline = useAction(async () => setDone(await kind.decline(id)));
  useEffect(() => {
    if (done !== null && done.returnTo !== null) deliver(done);
  }, [done]);
  if (delivery.state === 'still-open') return <CloseHint />;
  if (asked.state !== 'ready') return <WaitingToAsk title={text.title} lines={lines} asked={asked} />;
  const changeAccount = () =>
    navigate(signInPath(`${path}?${query.toString()}`, { fresh: true }), { replace: true });
  const player = asked.value;
  if (player.request === null)
    return (
      <Scene
        handle="no_entry"
        title={text.goneTitle}
        actions={
          <>
            <Button onClick={changeAccount}>{text.otherAccount}</Button>
            <ButtonLink look="plain" href={home.href}>
              {home.label}
            </ButtonLink>
          </>
        }
      >
        {text.goneBody(player.pid)}
      </Scene>
    );
  const request = done ?? player.request;
  const { app, status, returnTo } = request;
  if (status !== 'open') {
    const { isGood, title, body } = sayOutcome(request, player);
    return (
      <Scene
        handle={isGood ? 'all_done' : 'no_entry'}
        title={title}
        actions={
          returnTo === null ? (
            <ButtonLink href={home.href}>{home.label}</ButtonLink>
          ) : (
            <Button look="sun" onClick={() => deliver(request)}>
              {text.back(app.name)}
            </Button>
          )
        }
      >
        {body}
      </Scene>
    );
  }
  const refusal = { busy: decline.busy || delivery.state === 'under-way', error: decline.error };
  if (player.suspended)
    return (
      <LateSuspendedFlow
        kind={kind.name}
        app={app}
        leadsBack={returnTo !== null}
        {...refusal}
        onRefuse={decline.run}
      />
    );
  // While the app is paused, players can only decline, and return to the app.
  if (app.status === 'paused')
    return (
      <Scene
        handle="app_paused"
        title={text.pausedTitle(app.name)}
        actions={
          <>
            <ErrorNotice error={refusal.error} />
            <Button look="sun" busy={refusal.busy} onClick={decline.run}>
              {returnTo === null ? text.decline : text.declineAndBack(app.name)}
            </Button>
          </>
        }
      >
        {text.pausedBody}
      </Scene>
    );
  return ask({ ...player, request, onDone: setDone, onStale: asked.reload, onChangeAccount: changeAccount });
}
