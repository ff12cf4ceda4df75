import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import { carryOutOnce } from '../../../money/parts/once.ts';
import { PAYMENT_STATUSES, PaymentBadge } from '../../../money/parts/payment-status.tsx';
import type { PaymentStatus, PlayerPayment } from '../../../../kit/api/shapes.ts';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import type { Text } from './text.en.ts';

interface RowProps {
  readonly text: Text;
  readonly payment: PlayerPayment;
  readonly onDone: () => void;
}

function RefundDialog({ text, payment, onDone, onClose }: RowProps & { onClose: () => void }) {
  const most = payment.captured - payment.refunded;
  const [amount, setAmount] = useState(String(most));
  const [reason, setReason] = useState('');
  const rupiah = readAmount(amount);
  const flawed = rupiah === null || rupiah > most;
  const refund = async () => {
    if (rupiah === null) return;
    const wish = { id: payment.id, amount: rupiah, reason: reason.trim() };
    // The key includes the amount refunded so far: once that has changed, an equal refund is a new one.
    await carryOutOnce(`refund:${payment.id}`, { ...wish, refunded: payment.refunded }, (idempotencyKey) =>
      api.call('refundPaymentAsAdmin', wish, { idempotencyKey }),
    );
    showToast(text.payments.refunded);
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={text.payments.refundTitle}
      confirm={text.payments.refund}
      disabled={flawed || reason.trim().length < 3}
      onClose={onClose}
      onConfirm={refund}
    >
      <p>{text.payments.refundBody(payment.app.name)}</p>
      <AmountField
        name="refund"
        label={text.payments.amount}
        hint={text.payments.atMost(formatRupiah(BigInt(most)))}
        error={flawed ? text.payments.atMost(formatRupiah(BigInt(most))) : undefined}
        value={amount}
        onInput={setAmount}
      />
      <TextField
        label={text.reason}
        hint={text.reasonHint}
        value={reason}
        onInput={setReason}
        input={{ maxLength: 200, autocomplete: 'off' }}
      />
    </ConfirmDialog>
  );
}

function Row({ text, payment, onDone }: RowProps) {
  const [asking, setAsking] = useState(false);
  const words = text.payments.words;
  const { app, status, to, captured, refunded, captureBy, refunds } = payment;
  const mayRefund = status === 'paid' && to === null && refunded < captured;
  return (
    <li class="grid grid-cols-1 gap-3 py-5">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div class="min-w-0">
          <h3 class="font-sans font-semibold break-words">{payment.description}</h3>
          <p class="text-sm break-words text-muted">
            {app.name} · <DateTime value={payment.createdAt} />
          </p>
        </div>
        <p class="flex items-center gap-3">
          <PaymentBadge text={words} status={status} />
          <Money amount={payment.total} class="font-semibold" />
        </p>
      </div>
      <Facts>
        <Fact label={words.payer}>{payment.payer ?? '–'}</Fact>
        <Fact label={words.to}>{to ?? app.name}</Fact>
        {status === 'held' && captureBy !== null && (
          <Fact label={words.heldUntil}>
            <DateTime value={captureBy} />
          </Fact>
        )}
        {refunds.map((refund) => (
          <Fact key={refund.id} label={words.refundedSum}>
            <Money amount={refund.amount + refund.fee} />
            {refund.reason !== null && (
              <span class="block text-sm font-normal break-words">{words.reason(refund.reason)}</span>
            )}
          </Fact>
        ))}
        <Fact label={words.reference}>
          <code class="text-xs font-normal">{`${payment.clientId} ${payment.reference}`}</code>
        </Fact>
      </Facts>
      {mayRefund && (
        <p>
          <Button look="plain" onClick={() => setAsking(true)}>
            {text.payments.refund}
          </Button>
        </p>
      )}
      {asking && (
        <RefundDialog text={text} payment={payment} onDone={onDone} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}

interface Wanted {
  readonly pid?: string;
  readonly clientId?: string;
  readonly status?: PaymentStatus;
}

/** Lists the payments of all apps, and lets administrators refund one to settle a dispute. */
export function PaymentsTab({ text }: { text: Text }) {
  const [wanted, setWanted] = useState<Wanted>({});
  const [handle, setHandle] = useState('');
  const [clientId, setClientId] = useState('');
  const pages = usePages(JSON.stringify(wanted), (page, options) =>
    api.call('listPaymentsAsAdmin', { ...wanted, ...page }, options),
  );
  const find = (status = wanted.status) => {
    const name = handle.trim().replace(/@pid$/u, '');
    setWanted({
      ...(status ? { status } : {}),
      ...(name === '' ? {} : { pid: `${name}@pid` }),
      ...(clientId.trim() === '' ? {} : { clientId: clientId.trim() }),
    });
  };
  const { words } = text.payments;
  return (
    <Card title={text.payments.title}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.payments.lead}</p>
      <Form class="mb-2 grid items-start gap-x-4 sm:grid-cols-2" onSubmit={() => find()}>
        <SelectField
          label={words.status}
          value={wanted.status ?? ''}
          options={[
            { value: '', label: words.all },
            ...PAYMENT_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
          ]}
          onChange={(value) => {
            const { status: _old, ...rest } = wanted;
            setWanted(value === '' ? rest : { ...rest, status: value });
          }}
        />
        <TextField
          label={text.pid}
          value={handle}
          onInput={setHandle}
          suffix="@pid"
          input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 24 }}
        />
        <TextField
          label={text.payments.clientId}
          value={clientId}
          onInput={setClientId}
          input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 64 }}
        />
        <p class="sm:pt-7">
          <Button type="submit" look="plain">
            {text.payments.find}
          </Button>
        </p>
      </Form>
      <Listing pages={pages} lines={6} none={<p class="py-3">{text.payments.none}</p>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">
            {items.map((payment) => (
              <Row key={payment.id} text={text} payment={payment} onDone={pages.reload} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}
