import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AppIdentity } from '../../../apps/parts/login/app-identity.tsx';
import { SignedInAs } from '../../../apps/parts/login/signed-in-as.tsx';
import { checkoutPath } from '../../parts/checkout-path.ts';
import { lastTopUp } from '../../parts/last-top-up.ts';
import { Money } from '../../parts/money.tsx';
import { carryOutOnce } from '../../parts/once.ts';
import type { PlayerPayment } from '../../parts/shapes.ts';
import type { Text } from './text.en.ts';

export interface Asked {
  readonly payment: PlayerPayment;
  readonly balance: number;
  readonly pid: string;
}

function Costs({ text, payment, balance }: { text: Text } & Omit<Asked, 'pid'>) {
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

/** Just what is missing, or the least that can be paid in; the checkout leads back to this payment, which waits. */
async function topUpMissing(missing: number, paymentId: string): Promise<void> {
  const { min } = await api.call('quoteTopUp', { amount: missing }, { attempts: 3 });
  const returnTo = `${location.pathname}${location.search}`;
  const wish = { amount: Math.max(missing, min), returnTo, paymentId };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id);
  location.assign(checkoutPath(topUp));
}

function TooPoor({ text, payment, missing }: { text: Text; payment: PlayerPayment; missing: number }) {
  const begin = useAction(() => topUpMissing(missing, payment.id));
  const rupiah = formatRupiah(BigInt(missing));
  return (
    <div class="grid gap-3">
      <Notice tone="warn" title={text.poorTitle}>
        {text.poorBody(rupiah)}
      </Notice>
      <ErrorNotice error={begin.error} />
      <Button look="sun" busy={begin.busy} onClick={begin.run}>
        {text.topUp(rupiah)}
      </Button>
    </div>
  );
}

export interface AskProps extends Asked {
  readonly text: Text;
  readonly onDone: (payment: PlayerPayment) => void;
  /** What is shown is no longer so. */
  readonly onStale: () => void;
  readonly onChangeAccount: () => Promise<void>;
}

/** What will move, in full, and nothing that could be edited. */
export function Ask({ text, payment, balance, pid, onDone, onStale, onChangeAccount }: AskProps) {
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
  const busy = confirm.busy || decline.busy;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid gap-4 sm:gap-5">
          <AppIdentity {...app} origin={payment.origin ?? text.noOrigin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={onChangeAccount} />
          <Costs text={text} payment={payment} balance={balance} />
          {payment.capture === 'manual' && <p class="text-sm text-muted">{text.heldHint}</p>}
          {missing > 0 && !lost && <TooPoor text={text} payment={payment} missing={missing} />}
          {lost && !confirm.busy ? (
            <Notice tone="warn" live>
              {text.lost}
            </Notice>
          ) : (
            <ErrorNotice error={confirm.error ?? decline.error} />
          )}
          <div class="grid grid-cols-2 gap-3">
            <Button look="plain" busy={decline.busy} disabled={confirm.busy} onClick={decline.run}>
              {text.decline}
            </Button>
            {(missing <= 0 || lost) && (
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
