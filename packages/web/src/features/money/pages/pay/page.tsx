import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { playCreature } from '../../../../kit/creature/play-creature.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { greetOpener, isInformed } from '../../../../kit/app-request/opener-link.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { CloseHint, WaitingToAsk } from '../../../../kit/app-request/request-parts.tsx';
import { LateSuspendedFlow } from '../../../../kit/suspension/late-suspended-flow.tsx';
import { useDelivery, deliverMessage } from '../../../../kit/app-request/deliver-answer.ts';
import type { PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import type { Delivered, Delivery, DeliveryWindow } from '../../../../kit/app-request/deliver-answer.ts';
import { Ask, type Asked } from './ask.tsx';
import type { Text } from './text.en.ts';
import { readTopUpFor, readTopUpRange } from './too-poor.tsx';

/** The states that are reported to the game. It reads all other details with its own token. */
const TOLD = ['paid', 'held', 'declined', 'expired'] as const;

function isTold(status: PlayerPayment['status']): boolean {
  return TOLD.some((told) => told === status);
}

/**
 * Delivers the result to the window that opened this one, at the origin of the address that the server has
 * checked, or by a redirect to that address.
 */
function deliverPayment(
  window: DeliveryWindow,
  payment: PlayerPayment,
  delivery: Omit<Delivery, 'origin'>,
): Delivered {
  const { id, status, returnTo, origin } = payment;
  if (returnTo === null || origin === null) throw new Error('This payment has no return address');
  const outcome = { payment_id: id, status: isTold(status) ? status : 'declined' };
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(outcome)) address.searchParams.append(name, value);
  if (delivery.state !== null) address.searchParams.append('state', delivery.state);
  return deliverMessage(
    window,
    { message: { type: 'pid:payment', ...outcome }, redirectTo: address.href },
    { ...delivery, origin },
  );
}

/** `payment` is null if the signed-in player has no access to this payment. */
type Found = Asked | { readonly payment: null; readonly pid: string };

/** A player who signs in first leaves this page before the payment can be read. The status can be read by anyone. */
async function greetBeforeSignIn(id: string, query: URLSearchParams, signal: AbortSignal): Promise<void> {
  if (signedInHint.value !== null || !isInformed(query)) return;
  const found = await api.call('getPaymentStatus', { id }, { session: 'none', signal }).catch(() => null);
  greetOpener(query, found?.origin ?? null);
}

async function readAsked(id: string, query: URLSearchParams, signal: AbortSignal): Promise<Found> {
  const options = { signal, attempts: 3 };
  await greetBeforeSignIn(id, query, signal);
  const [payment, { balance }, { pid, status }] = await Promise.all([
    api.call('getOwnPayment', { id }, options).catch((error: unknown) => {
      if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
      throw error;
    }),
    api.call('getBalance', {}, options),
    api.call('getIdentity', {}, options),
  ]);
  greetOpener(query, payment?.origin ?? null);
  if (!payment) return { payment, pid };
  const missing = payment.status === 'open' ? payment.total - balance : 0;
  const [topUp, range] = await Promise.all([
    readTopUpFor(id, signal),
    missing > 0 ? readTopUpRange(missing, signal) : null,
  ]);
  return { payment, balance, pid, suspended: status === 'suspended', topUp, range };
}

interface OutcomeProps {
  readonly text: Text;
  readonly payment: PlayerPayment;
  readonly topUp: TopUp | null;
  readonly onBack: () => void;
}

/** Says where the money of a top-up is after a payment that took none of it. */
function unusedMoney({ text, payment, topUp }: OutcomeProps): string | null {
  if (!topUp || !['expired', 'cancelled', 'declined'].includes(payment.status)) return null;
  const amount = formatRupiah(BigInt(topUp.amount));
  if (topUp.status === 'paid') return text.moneyKept(amount);
  return topUp.status === 'pending' ? text.moneyComes(amount) : null;
}

/** Shows the result and the way back. */
function Outcome(props: OutcomeProps) {
  const { text, payment, onBack } = props;
  const { app, status, total } = payment;
  const unused = unusedMoney(props);
  const said = status === 'open' ? null : text.outcomes[status];
  return (
    <Scene
      handle={status === 'paid' || status === 'held' ? 'all_done' : 'no_entry'}
      title={said?.title ?? text.title}
      actions={
        payment.returnTo === null ? (
          <ButtonLink href={PAGE_PATHS.money}>{text.money}</ButtonLink>
        ) : (
          <Button look="sun" onClick={onBack}>
            {text.back(app.name)}
          </Button>
        )
      }
    >
      {said?.body(formatRupiah(BigInt(total)), app.name)}
      {unused !== null && <span class="block pt-2 text-base text-ink">{unused}</span>}
      {status === 'held' && payment.captureBy !== null && (
        <span class="block pt-2 text-base">
          {text.heldUntil} <DateTime value={payment.captureBy} />
        </span>
      )}
    </Scene>
  );
}

/** While the app is paused, players cannot pay, but they can return to the app. */
function Paused(props: {
  readonly text: Text;
  readonly app: PlayerPayment['app'];
  readonly leadsBack: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onRefuse: () => Promise<void>;
}) {
  const { text, app } = props;
  return (
    <Scene
      handle="app_paused"
      title={text.pausedTitle(app.name)}
      actions={
        <>
          <ErrorNotice error={props.error} />
          <Button look="sun" busy={props.busy} onClick={props.onRefuse}>
            {props.leadsBack ? text.declineAndBack(app.name) : text.decline}
          </Button>
        </>
      }
    >
      {text.pausedBody}
    </Scene>
  );
}

export function Page({ text, path, params, query }: PageProps<Text>) {
  const id = params['id'] ?? '';
  const asked = useLoad(id, (signal) => readAsked(id, query, signal));
  const [done, setDone] = useState<PlayerPayment | null>(null);
  const delivery = useDelivery(deliverPayment);
  const deliver = (payment: PlayerPayment) =>
    delivery.deliver(payment, {
      responseMode: query.get('response_mode') === 'web_message' ? 'web_message' : 'query',
      origin: payment.origin ?? '',
      state: query.get('state'),
    });
  const decline = useAction(async (id: string) => setDone(await api.call('declinePayment', { id })));
  useEffect(() => {
    if (done !== null && done.returnTo !== null) deliver(done);
  }, [done]);
  if (delivery.state === 'still-open') return <CloseHint />;
  if (asked.state !== 'ready') return <WaitingToAsk title={text.title} lines={7} asked={asked} />;
  const changeAccount = () =>
    navigate(signInPath(`${path}?${query.toString()}`, { fresh: true }), { replace: true });
  if (asked.value.payment === null)
    return (
      <Scene
        handle="no_entry"
        title={text.goneTitle}
        actions={
          <>
            <Button onClick={changeAccount}>{text.otherAccount}</Button>
            <ButtonLink look="plain" href={PAGE_PATHS.money}>
              {text.money}
            </ButtonLink>
          </>
        }
      >
        {text.goneBody(asked.value.pid)}
      </Scene>
    );
  const payment = done ?? asked.value.payment;
  if (payment.status !== 'open')
    return (
      <Outcome text={text} payment={payment} topUp={asked.value.topUp} onBack={() => deliver(payment)} />
    );
  const refusal = {
    app: payment.app,
    leadsBack: payment.returnTo !== null,
    busy: decline.busy || delivery.state === 'under-way',
    error: decline.error,
    onRefuse: () => decline.run(payment.id),
  };
  if (asked.value.suspended) return <LateSuspendedFlow kind="payment" {...refusal} />;
  if (payment.app.status === 'paused') return <Paused text={text} {...refusal} />;
  const { pid } = asked.value;
  const finish = (confirmed: PlayerPayment) => {
    const { status, returnTo } = confirmed;
    setDone(confirmed);
    // With a return address, the page leaves at once.
    if (returnTo === null && (status === 'paid' || status === 'held'))
      void playCreature({
        kind: 'confirmed',
        handle: pid.replace(/@pid$/u, ''),
        said: text.outcomes[status].title,
      });
  };
  return (
    <Ask
      text={text}
      {...asked.value}
      onDone={finish}
      onStale={asked.reload}
      onChangeAccount={changeAccount}
    />
  );
}
