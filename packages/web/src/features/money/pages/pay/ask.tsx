import { useState, useEffect } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AppIdentity, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { checkoutPath, lastTopUp } from '../../parts/top-ups.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { carryOutOnce } from '../../parts/once.ts';
import type { Text } from './text.en.ts';

const EVERY_MILLISECONDS = 5_000;

/** Tops up the missing amount, or the minimum. The checkout returns to this payment, which stays open. */
async function topUpMissing(missing: number, paymentId: string): Promise<void> {
  const { min } = await api.call('quoteTopUp', { amount: missing }, { attempts: 3 });
  const returnTo = `${location.pathname}${location.search}`;
  const wish = { amount: Math.max(missing, min), returnTo, paymentId };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id, paymentId);
  location.assign(checkoutPath(topUp));
}

interface TooPoorProps {
  readonly text: Text;
  readonly total: number;
  readonly missing: number;
  /** A top-up that was started from this page and is not completed yet. */
  readonly pending: TopUp | null;
  /** Called when the balance is sufficient. */
  readonly onMoney: () => void;
}

/** Polls the balance, because a player who tops up by bank transfer returns before the money arrives. */
function TooPoor({ text, total, missing, pending, onMoney }: TooPoorProps) {
  const polled = usePoll('money', (signal) => api.call('getBalance', {}, { signal }), {
    everyMilliseconds: EVERY_MILLISECONDS,
    isDone: ({ balance }) => balance >= total,
  });
  const hasCome = polled.value !== null && polled.value.balance >= total;
  useEffect(() => {
    if (hasCome) onMoney();
  }, [hasCome]);
  if (pending)
    return (
      <Notice title={text.pendingTitle}>{text.pendingBody(formatRupiah(BigInt(pending.amount)))}</Notice>
    );
  return (
    <Notice tone="warn" title={text.poorTitle}>
      {text.poorBody(formatRupiah(BigInt(missing)))}
    </Notice>
  );
}

export interface Asked {
  readonly payment: PlayerPayment;
  readonly balance: number;
  readonly pid: string;
  readonly suspended: boolean;
  /** A top-up that was started for this payment and is not paid yet. */
  readonly pending: TopUp | null;
}

function Costs({ text, payment, balance }: { text: Text } & Pick<Asked, 'payment' | 'balance'>) {
  const { app, amount, fees, total } = payment;
  return (
    <Facts>
      <Fact label={text.what}>
        <span class="break-words">{payment.description}</span>
      </Fact>
      <Fact label={text.to}>{payment.to ?? text.toApp(app.name)}</Fact>
      <Fact label={text.price}>
        <Money amount={amount} />
      </Fact>
      <Fact label={text.fee}>{fees.global === 0 ? text.noFee : <Money amount={fees.global} />}</Fact>
      {fees.app > 0 && (
        <Fact label={text.appFee}>
          <Money amount={fees.app} />
        </Fact>
      )}
      <Fact label={text.total}>
        <Money amount={total} class="font-display text-xl" />
      </Fact>
      {balance >= total && (
        <Fact label={text.left}>
          <Money amount={balance - total} />
        </Fact>
      )}
    </Facts>
  );
}

interface AskProps extends Omit<Asked, 'suspended'> {
  readonly text: Text;
  readonly onDone: (payment: PlayerPayment) => void;
  /** Called when the displayed data is outdated. */
  readonly onStale: () => void;
  readonly onChangeAccount: () => Promise<void>;
}

/** Shows the whole payment; nothing in it can be edited. */
export function Ask({ text, payment, balance, pid, pending, onDone, onStale, onChangeAccount }: AskProps) {
  const { app, total } = payment;
  const [lost, setLost] = useState(false);
  const confirm = useAction(async () => {
    try {
      onDone(await api.call('confirmPayment', { id: payment.id, expectedTotal: total }));
    } catch (error) {
      setLost(error instanceof NetworkError || (error instanceof Refusal && error.status >= 500));
      if (error instanceof Refusal && [404, 409, 410].includes(error.status)) onStale();
      throw error;
    }
  });
  const decline = useAction(async () => onDone(await api.call('declinePayment', { id: payment.id })));
  const missing = total - balance;
  const isPoor = missing > 0 && !lost;
  const topUp = useAction(() => topUpMissing(missing, payment.id));
  const busy = confirm.busy || decline.busy;
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={payment.origin ?? text.noOrigin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <Costs text={text} payment={payment} balance={balance} />
          {payment.capture === 'manual' && <p class="text-sm text-muted">{text.heldHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={onChangeAccount} />
          {isPoor && (
            <TooPoor text={text} total={total} missing={missing} pending={pending} onMoney={onStale} />
          )}
          {lost && !confirm.busy ? (
            <Notice tone="warn" live>
              {text.lost}
            </Notice>
          ) : (
            <ErrorNotice error={confirm.error ?? decline.error ?? topUp.error} />
          )}
          <div class="decision-bar decision-bar-uneven">
            <Button look="plain" busy={decline.busy} disabled={confirm.busy} onClick={decline.run}>
              {text.decline}
            </Button>
            {isPoor ? (
              <TopUpButton text={text} missing={missing} pending={pending} topUp={topUp} />
            ) : (
              <Button
                look="sun"
                busy={confirm.busy}
                disabled={decline.busy}
                waitsToBeRead
                onClick={confirm.run}
              >
                {text.confirm(formatRupiah(BigInt(total)))}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}

function TopUpButton(props: {
  text: Text;
  missing: number;
  pending: TopUp | null;
  topUp: { readonly busy: boolean; readonly run: () => Promise<void> };
}) {
  const { text, missing, pending, topUp } = props;
  if (pending)
    return (
      <ButtonLink look="sun" href={checkoutPath(pending)}>
        {text.pendingOpen}
      </ButtonLink>
    );
  return (
    <Button look="sun" busy={topUp.busy} onClick={topUp.run}>
      {text.topUp(formatRupiah(BigInt(missing)))}
    </Button>
  );
}
