import type { ComponentChildren } from 'preact';
import { Refusal } from '@pid/contract/client';
import { AppIdentity } from '../../../kit/app-request/request-parts.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { Card } from '../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import { Scene } from '../../../kit/controls/scene.tsx';
import { SkeletonGroup, useLoad } from '../../../kit/controls/loading.tsx';
import type { MoneyLinkFacts } from '../../../kit/api/shapes.ts';
import { api } from '../../../kit/api/api.ts';
import { leaveForAddress } from '../../../kit/app-request/deliver-answer.ts';
import type { MoneyLink } from './money-link.ts';
import type { LinkText } from './link-text.en.ts';

function describeLink(link: MoneyLink, signal: AbortSignal): Promise<MoneyLinkFacts> {
  const asked = { client_id: link.clientId, ...(link.returnTo === null ? {} : { return_to: link.returnTo }) };
  return api.call('describeMoneyLink', asked, { signal, attempts: 3 });
}

/** Returns to the app at the address that the server has checked. */
function leaveWith(
  returnTo: string,
  state: string | null,
  answer: { readonly status: string; readonly id?: string },
): void {
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(answer)) address.searchParams.append(name, value);
  if (state !== null) address.searchParams.append('state', state);
  leaveForAddress(window, address.href);
}

/** A valid link: its app and how to return the result. */
export interface StandingLink {
  readonly text: LinkText;
  readonly clientId: string;
  readonly app: MoneyLinkFacts['app'];
  readonly origin: string | null;
  /** Null if the link has no return address. */
  readonly answer: ((answer: { status: string; id?: string }) => void) | null;
}

function standing(text: LinkText, link: MoneyLink, { app, origin, returnTo }: MoneyLinkFacts): StandingLink {
  const { clientId, state } = link;
  const answer =
    returnTo === null ? null : (given: { status: string; id?: string }) => leaveWith(returnTo, state, given);
  return { text, clientId, app, origin, answer };
}

function Broken({ text, sentences }: { text: LinkText; sentences: readonly string[] }) {
  return (
    <>
      <Scene handle="no_entry" title={text.brokenTitle}>
        {text.brokenBody}
      </Scene>
      <div class="text-center text-sm break-words text-muted">
        <p>{text.brokenDetail}</p>
        {sentences.map((sentence) => (
          <p key={sentence}>
            <code>{sentence}</code>
          </p>
        ))}
      </div>
    </>
  );
}

export interface LinkedProps {
  readonly text: LinkText;
  readonly link: MoneyLink;
  /** The other parameters that are wrong, for the developer of the link. */
  readonly flaws: readonly (keyof LinkText['flaws'])[];
  /** False once money may have moved: the app must not be told then that the send was cancelled. */
  readonly cancellable: boolean;
  readonly children: (link: StandingLink) => ComponentChildren;
}

/** Shows nothing of a link before the server has confirmed its app and its return address. */
export function Linked({ text, link, flaws, cancellable, children }: LinkedProps) {
  const found = useLoad(JSON.stringify(link), (signal) => describeLink(link, signal));
  if (found.state === 'loading')
    return (
      <Card>
        <SkeletonGroup lines={8} />
      </Card>
    );
  if (found.state === 'failed') {
    const { error } = found;
    return error instanceof Refusal && error.status === 400 ? (
      <Broken text={text} sentences={error.messages} />
    ) : (
      <ErrorNotice error={error} onRetry={found.reload} />
    );
  }
  if (flaws.length > 0) return <Broken text={text} sentences={flaws.map((field) => text.flaws[field])} />;
  const stands = standing(text, link, found.value);
  if (stands.app.status === 'paused')
    return (
      <Scene
        handle="app_paused"
        title={text.pausedTitle(stands.app.name)}
        actions={
          stands.answer && (
            <Button onClick={() => stands.answer?.({ status: 'cancelled' })}>
              {text.goBack(stands.app.name)}
            </Button>
          )
        }
      >
        {text.pausedBody}
      </Scene>
    );
  return (
    <>
      <LinkFrom link={stands} />
      {children(stands)}
      {cancellable && stands.answer && (
        <Button look="quiet" onClick={() => stands.answer?.({ status: 'cancelled' })}>
          {text.cancel(stands.app.name)}
        </Button>
      )}
    </>
  );
}

function LinkFrom({ link }: { link: StandingLink }) {
  const { text } = link;
  return (
    <section class="panel grid gap-2 p-4" aria-label={text.from(link.app.name)}>
      <AppIdentity
        {...link.app}
        origin={link.origin === null ? text.stay : text.back(new URL(link.origin).host)}
      />
      {!link.app.verified && <p class="text-sm text-muted">{text.unverified}</p>}
    </section>
  );
}
