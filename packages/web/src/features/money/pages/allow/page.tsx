import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { NetworkError } from '../../../../kit/api/errors.ts';
import type { PlayerAllowance } from '../../../../kit/api/shapes.ts';
import {
  deliverMessage,
  useDelivery,
  type Delivered,
  type Delivery,
  type DeliveryWindow,
} from '../../../../kit/app-request/deliver-answer.ts';
import { greetOpener, isInformed } from '../../../../kit/app-request/opener-link.ts';
import {
  AppIdentity,
  CloseHint,
  SignedInAs,
  WaitingToAsk,
} from '../../../../kit/app-request/request-parts.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { FirstPasskey } from '../../../../kit/passkeys/first-passkey.tsx';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { signedInHint } from '../../../../kit/session/session.ts';
import { LateSuspendedFlow } from '../../../../kit/suspension/late-suspended-flow.tsx';
import type { Text } from './text.en.ts';

/**
 * Delivers the decision to the window that opened this one, at the origin of the address that the server has checked, or by a redirect to
 * that address. The game's server reads the allowance with its own token.
 */
function deliverDecision(
  window: DeliveryWindow,
  { id, status, returnTo, origin }: PlayerAllowance,
  delivery: Omit<Delivery, 'origin'>,
): Delivered {
  if (returnTo === null || origin === null) throw new Error('This allowance has no return address');
  const outcome = { allowance_id: id, status };
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(outcome)) address.searchParams.append(name, value);
  if (delivery.state !== null) address.searchParams.append('state', delivery.state);
  return deliverMessage(
    window,
    { message: { type: 'pid:allowance', ...outcome }, redirectTo: address.href },
    { ...delivery, origin },
  );
}

interface Asked {
  /** Null if the signed-in player has no access to this allowance. */
  readonly allowance: PlayerAllowance | null;
  readonly pid: string;
  readonly suspended: boolean;
  readonly hasPasskey: boolean;
}

async function readAsked(id: string, query: URLSearchParams, signal: AbortSignal): Promise<Asked> {
  const options = { signal, attempts: 3 };
  // A player who signs in first leaves this page before the allowance can be read. The status can be read by anyone.
  if (signedInHint.value === null && isInformed(query)) {
    const found = await api.call('getAllowanceStatus', { id }, { session: 'none', signal }).catch(() => null);
    greetOpener(query, found?.origin ?? null);
  }
  const [allowance, { pid, status }, passkeys] = await Promise.all([
    api.call('getAllowance', { id }, options).catch((error: unknown) => {
      if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
      throw error;
    }),
    api.call('getIdentity', {}, options),
    api.call('listPasskeys', {}, options),
  ]);
  greetOpener(query, allowance?.origin ?? null);
  return { allowance, pid, suspended: status === 'suspended', hasPasskey: passkeys.length > 0 };
}

const limitOf = (text: Text, { amount, period }: PlayerAllowance) =>
  text.perPeriod[period](formatRupiah(BigInt(amount)));

/** Shows the result and the way back. */
function Outcome(props: {
  readonly text: Text;
  readonly allowance: PlayerAllowance;
  readonly onBack: () => void;
}) {
  const { text, allowance } = props;
  const { app, status, endReason } = allowance;
  const outcome =
    status === 'active' ? 'active' : endReason === 'declined' || endReason === 'lapsed' ? endReason : 'ended';
  const said = text.outcomes[outcome];
  return (
    <Scene
      handle={status === 'active' ? 'all_done' : 'no_entry'}
      title={said.title}
      actions={
        allowance.returnTo === null ? (
          <ButtonLink href={PAGE_PATHS.connected}>{text.connected}</ButtonLink>
        ) : (
          <Button look="sun" onClick={props.onBack}>
            {text.back(app.name)}
          </Button>
        )
      }
    >
      {said.body(limitOf(text, allowance), app.name)}
    </Scene>
  );
}

interface AskProps extends Omit<Asked, 'suspended'> {
  readonly text: Text;
  readonly allowance: PlayerAllowance;
  readonly onDone: (allowance: PlayerAllowance) => void;
  /** Called when the displayed data is outdated. */
  readonly onStale: () => void;
  readonly onChangeAccount: () => Promise<void>;
}

/** Shows the whole permission; nothing in it can be edited. */
function Ask({ text, allowance, pid, hasPasskey, onDone, onStale, onChangeAccount }: AskProps) {
  const { id, app, amount, period } = allowance;
  const [lost, setLost] = useState(false);
  const allow = useAction(async () => {
    try {
      onDone(await api.call('approveAllowance', { id, expectedAmount: amount }));
    } catch (error) {
      // The request may have been carried out; sending it again returns the result.
      setLost(error instanceof NetworkError || (error instanceof Refusal && error.status >= 500));
      if (error instanceof Refusal && [404, 409].includes(error.status)) onStale();
      throw error;
    }
  });
  const decline = useAction(async () => {
    await api.call('endAllowance', { id });
    onDone(await api.call('getAllowance', { id }));
  });
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={allowance.origin ?? text.noOrigin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <Facts>
            <Fact label={text.what}>
              <span class="break-words">{allowance.description}</span>
            </Fact>
            <Fact label={text.limit}>
              <span class="font-semibold">{limitOf(text, allowance)}</span>
              <span class="block text-sm font-normal text-muted">{text.counted[period]}</span>
            </Fact>
            <Fact label={text.until}>
              <DateTime value={allowance.endsAt} style="date" />
            </Fact>
          </Facts>
          <p class="text-sm text-muted">{text.explain(app.name)}</p>
          <SignedInAs text={text} pid={pid} busy={allow.busy || decline.busy} onChange={onChangeAccount} />
          {!hasPasskey && <FirstPasskey text={text} onAdded={onStale} />}
          {lost && !allow.busy ? (
            <Notice tone="warn" live>
              {text.lost}
            </Notice>
          ) : (
            <PasskeyNotice error={allow.error ?? decline.error} />
          )}
          <div class="decision-bar">
            <Button look="plain" busy={decline.busy} disabled={allow.busy} onClick={decline.run}>
              {text.decline}
            </Button>
            <Button
              look="sun"
              busy={allow.busy}
              disabled={decline.busy || !hasPasskey}
              waitsToBeRead
              onClick={allow.run}
            >
              {text.allow[period]}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}

export function Page({ text, path, params, query }: PageProps<Text>) {
  const id = params['id'] ?? '';
  const asked = useLoad(id, (signal) => readAsked(id, query, signal));
  const [done, setDone] = useState<PlayerAllowance | null>(null);
  const delivery = useDelivery(deliverDecision);
  const deliver = (allowance: PlayerAllowance) =>
    delivery.deliver(allowance, {
      responseMode: query.get('response_mode') === 'web_message' ? 'web_message' : 'query',
      origin: allowance.origin ?? '',
      state: query.get('state'),
    });
  const decline = useAction(async () => {
    await api.call('endAllowance', { id });
    setDone(await api.call('getAllowance', { id }));
  });
  useEffect(() => {
    if (done !== null && done.returnTo !== null) deliver(done);
  }, [done]);
  if (delivery.state === 'still-open') return <CloseHint />;
  if (asked.state !== 'ready') return <WaitingToAsk title={text.title} lines={8} asked={asked} />;
  const changeAccount = () =>
    navigate(signInPath(`${path}?${query.toString()}`, { fresh: true }), { replace: true });
  const { allowance: found, suspended, ...player } = asked.value;
  if (found === null)
    return (
      <Scene
        handle="no_entry"
        title={text.goneTitle}
        actions={
          <>
            <Button onClick={changeAccount}>{text.otherAccount}</Button>
            <ButtonLink look="plain" href={PAGE_PATHS.connected}>
              {text.connected}
            </ButtonLink>
          </>
        }
      >
        {text.goneBody(player.pid)}
      </Scene>
    );
  const allowance = done ?? found;
  if (allowance.status !== 'open')
    return <Outcome text={text} allowance={allowance} onBack={() => deliver(allowance)} />;
  const { app, returnTo } = allowance;
  const refusal = { busy: decline.busy || delivery.state === 'under-way', error: decline.error };
  if (suspended)
    return (
      <LateSuspendedFlow
        kind="allowance"
        app={app}
        leadsBack={returnTo !== null}
        {...refusal}
        onRefuse={decline.run}
      />
    );
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
  return (
    <Ask
      {...player}
      text={text}
      allowance={allowance}
      onDone={setDone}
      onStale={asked.reload}
      onChangeAccount={changeAccount}
    />
  );
}
