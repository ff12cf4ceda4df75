import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { nameGoods } from '@pid/contract/name-goods';
import { NetworkError } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { AppIdentity, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import type { PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import { CostFacts } from '../../parts/cost-facts.tsx';
import type { Text } from './text.en.ts';
import { TooPoor, TopUpButton, topUpMissing, type TopUpRange } from './too-poor.tsx';

export interface Asked {
  readonly payment: PlayerPayment;
  readonly balance: number;
  readonly pid: string;
  readonly suspended: boolean;
  /** The top-up that was started for this payment. */
  readonly topUp: TopUp | null;
  /** Known if the balance is too low. */
  readonly range: TopUpRange | null;
}

/** The request may have been carried out. */
const isLost = (error: unknown) =>
  error instanceof NetworkError || (error instanceof Refusal && error.status >= 500);

/** These refusals mean that the displayed data is outdated. */
const isStale = (error: unknown) =>
  error instanceof Refusal &&
  ([404, 409, 410].includes(error.status) || error.code === 'insufficient_balance');

function Costs({ text, payment, balance }: { text: Text } & Pick<Asked, 'payment' | 'balance'>) {
  const { app, amount, fees, total } = payment;
  const goods = nameGoods(payment, locale.value);
  return (
    <Facts>
      <Fact label={text.what}>
        <span class="flex items-center gap-3">
          {payment.item?.imageUrl && <AppLogo name={goods} logoUrl={payment.item.imageUrl} class="size-10" />}
          <span class="break-words">{goods}</span>
        </span>
      </Fact>
      <Fact label={text.to}>{payment.to ?? text.toApp(app.name)}</Fact>
      <Fact label={text.price}>
        <Money amount={amount} />
      </Fact>
      <CostFacts text={text} fees={fees} totalLabel={text.total} total={total} balance={balance} />
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
export function Ask(props: AskProps) {
  const { text, payment, balance, pid, topUp, range, onDone, onStale } = props;
  const { app, total } = payment;
  const [lost, setLost] = useState(false);
  const confirm = useAction(async () => {
    try {
      onDone(await api.call('confirmPayment', { id: payment.id, expectedTotal: total }));
    } catch (error) {
      setLost(isLost(error));
      if (isStale(error)) onStale();
      throw error;
    }
  });
  const decline = useAction(async () => onDone(await api.call('declinePayment', { id: payment.id })));
  const missing = total - balance;
  const isPoor = missing > 0 && !lost;
  const topUpAction = useAction(() => topUpMissing(missing, payment.id, range));
  const busy = confirm.busy || decline.busy;
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      {isPoor ? (
        <TooPoor
          text={text}
          paymentId={payment.id}
          total={total}
          balance={balance}
          topUp={topUp}
          range={range}
          onChange={onStale}
        />
      ) : (
        topUp?.status === 'paid' && (
          <Notice tone="good" title={text.toppedUpTitle} live>
            <span class="break-words">{text.toppedUpBody(nameGoods(payment, locale.value))}</span>
          </Notice>
        )
      )}
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={payment.origin ?? text.noOrigin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <Costs text={text} payment={payment} balance={balance} />
          {payment.capture === 'manual' && <p class="text-sm text-muted">{text.heldHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={props.onChangeAccount} />
          {lost && !confirm.busy ? (
            <Notice tone="warn" live>
              {text.lost}
            </Notice>
          ) : (
            <ErrorNotice
              error={confirm.error ?? decline.error}
              {...(needsParent(confirm.error)
                ? { action: <AskParent text={text} paymentId={payment.id} /> }
                : {})}
            />
          )}
          <TopUpError text={text} error={topUpAction.error} onRetry={() => void topUpAction.run()} />
          <div class="decision-bar decision-bar-uneven">
            <Button look="plain" busy={decline.busy} disabled={confirm.busy} onClick={decline.run}>
              {text.decline}
            </Button>
            {isPoor ? (
              <TopUpButton text={text} missing={missing} topUp={topUp} range={range} action={topUpAction} />
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

const needsParent = (error: unknown) => error instanceof Refusal && error.code === 'parent_approval_needed';

/** A child asks the parents, and pays with the same button after one of them has approved. */
function AskParent({ text, paymentId }: { text: Text; paymentId: string }) {
  const [isAsked, setAsked] = useState(false);
  const ask = useAction(async () => {
    await api.call('askParent', { id: paymentId });
    setAsked(true);
  });
  if (isAsked) return <p role="status">{text.parentAsked}</p>;
  return (
    <div class="grid gap-2">
      <p>
        <Button look="plain" small busy={ask.busy} onClick={() => ask.run()}>
          {text.askParent}
        </Button>
      </p>
      <ErrorNotice error={ask.error} />
    </div>
  );
}

/** The player cannot choose another amount here. A repetition uses the same idempotency key. */
function TopUpError({ text, error, onRetry }: { text: Text; error: unknown; onRetry: () => void }) {
  if (error instanceof Refusal && error.code === 'balance_full')
    return (
      <Notice tone="bad" title={text.fullTitle} live>
        {text.fullBody}
      </Notice>
    );
  return <ErrorNotice error={error} {...(isLost(error) ? { onRetry } : {})} />;
}
