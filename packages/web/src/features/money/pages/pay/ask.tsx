import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { nameGoods } from '@pid/contract/name-goods';
import { api } from '../../../../kit/api/api.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { WarningIcon } from '../../../../kit/controls/icons.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { SigilPicture } from '../../../../kit/controls/sigil.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { AppBadge, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import type { PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import { isLost, type AskParts } from '../../parts/asked-by-app.tsx';
import { FeeFacts } from '../../parts/cost-facts.tsx';
import type { Text } from './text.en.ts';
import { SetAside, TooPoor, TopUpButton, topUpMissing, type TopUpRange } from './too-poor.tsx';

export interface Funds {
  readonly balance: number;
  readonly pid: string;
  /** The top-up that was started for this payment. */
  readonly topUp: TopUp | null;
  /** Known if the balance is too low. */
  readonly range: TopUpRange | null;
}

/** These refusals mean that the displayed data is outdated. */
const isStale = (error: unknown) =>
  error instanceof Refusal &&
  ([404, 409, 410].includes(error.status) || error.code === 'insufficient_balance');

/** The cover of the app, or its icon or creature on a forest. */
function Art({ app }: { app: PlayerPayment['app'] }) {
  const [broken, setBroken] = useState(false);
  if (app.cover !== null && !broken)
    return (
      <img class="pay-art object-cover" src={app.cover} alt="" data-cover onError={() => setBroken(true)} />
    );
  return (
    <div class="pay-art grid place-items-center">
      {app.logoUrl === null ? (
        <SigilPicture handle={app.name} class="size-20" />
      ) : (
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-20" />
      )}
    </div>
  );
}

function Goods({ text, payment }: { text: Text; payment: PlayerPayment }) {
  const goods = nameGoods(payment, locale.value);
  return (
    <div class="grid justify-items-center gap-1 text-center">
      <p class="flex items-center gap-3 text-lg">
        {payment.item?.imageUrl && <AppLogo name={goods} logoUrl={payment.item.imageUrl} class="size-12" />}
        <span class="min-w-0 break-words">{goods}</span>
      </p>
      <p class="font-display text-3xl font-bold">
        <Money amount={payment.total} />
      </p>
      {payment.to !== null && (
        <p class="text-sm break-all text-muted">
          {text.to}: <strong class="text-ink">{payment.to}</strong>
        </p>
      )}
    </div>
  );
}

/** Folded away: most players only want to know what they pay. */
function Costs({ text, payment, balance }: { text: Text; payment: PlayerPayment; balance: number }) {
  const { app, amount, fees, to, total } = payment;
  return (
    <details class="rounded-md border border-line px-3">
      <summary class="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">{text.details}</summary>
      <Facts>
        {to === null && <Fact label={text.to}>{text.toApp(app.name)}</Fact>}
        <Fact label={text.price}>
          <Money amount={amount} />
        </Fact>
        <FeeFacts text={text} fees={fees} />
        {balance >= total && (
          <Fact label={text.left}>
            <Money amount={balance - total} />
          </Fact>
        )}
      </Facts>
    </details>
  );
}

interface AskProps extends Funds, Omit<AskParts<PlayerPayment>, 'request'> {
  readonly text: Text;
  readonly payment: PlayerPayment;
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
    <div class="pay-stage">
      <Art app={app} />
      <section class="pay-sheet panel">
        <div class="flex items-center gap-4">
          <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-12" />
          <div class="min-w-0">
            <h1 class="text-xl wrap-anywhere" tabIndex={-1}>
              {text.ask(app.name)}
            </h1>
            <p class="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              <AppBadge verified={app.verified} />
              <span class="wrap-anywhere">{payment.origin ?? text.noOrigin}</span>
            </p>
          </div>
        </div>
        {!app.verified && (
          <p class="flex gap-2 rounded-md bg-warn-soft p-3 text-sm font-medium text-warn">
            <WarningIcon class="mt-0.5 size-4" />
            {text.unverifiedHint}
          </p>
        )}
        <Goods text={text} payment={payment} />
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
        ) : topUp?.setAside ? (
          <SetAside text={text} topUp={topUp} />
        ) : (
          topUp?.status === 'paid' && (
            <Notice tone="good" title={text.toppedUpTitle} live>
              <span class="break-words">{text.toppedUpBody(nameGoods(payment, locale.value))}</span>
            </Notice>
          )
        )}
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
        <div class="decision-bar pay-buttons">
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
              <span>
                {/* The amount is on the page already, but a screen reader may start at the button. */}
                {text.pay} <span class="sr-only">{formatRupiah(BigInt(total))}</span>
              </span>
            </Button>
          )}
          <Button look="quiet" busy={decline.busy} disabled={confirm.busy} onClick={decline.run}>
            {text.decline}
          </Button>
        </div>
      </section>
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
