import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { AdministeredTopUp, FeeIncome, FeeTotals } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

function FeesTable({ text, fees }: { text: Text; fees: FeeIncome }) {
  const rows: (FeeTotals & { readonly day: string })[] = [
    { ...fees.total, day: '' },
    ...fees.items.toReversed(),
  ];
  const money = (label: string, amount: (row: FeeTotals) => number) => ({
    label,
    align: 'end' as const,
    render: (row: FeeTotals) => <Money amount={amount(row)} />,
  });
  return (
    <DataTable
      caption={text.feesTitle}
      rows={rows}
      rowKey={({ day }) => day}
      columns={[
        {
          label: text.day,
          render: ({ day }) =>
            day === '' ? <strong>{text.inAll}</strong> : <DateTime value={day} style="date" />,
        },
        { label: text.sends, align: 'end', render: ({ sends }) => sends },
        { label: text.topUps, align: 'end', render: ({ topUps }) => topUps },
        money(text.serviceFees, ({ global }) => global),
        money(text.appFees, ({ app }) => app),
        money(text.providerFees, ({ provider }) => provider),
        money(text.income, ({ income }) => income),
      ]}
    />
  );
}

function Fees({ text, fees }: { text: Text; fees: FeeIncome }) {
  return (
    <Card title={text.feesTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.feesBody}</p>
      {fees.items.length === 0 ? (
        <p class="text-muted">{text.feesNone}</p>
      ) : (
        <FeesTable text={text} fees={fees} />
      )}
    </Card>
  );
}

interface FoundProps {
  readonly text: Text;
  readonly topUp: AdministeredTopUp;
  readonly onChanged: (topUp: AdministeredTopUp) => void;
}

function Found({ text, topUp, onChanged }: FoundProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const rupiah = readAmount(amount);
  const ready =
    rupiah !== null && rupiah > topUp.refunded && rupiah <= topUp.total && reason.trim().length >= 3;
  const takeBack = async () => {
    if (rupiah === null) return;
    onChanged(await api.call('clawBackTopUp', { id: topUp.id, refunded: rupiah, reason: reason.trim() }));
    setAmount('');
    showToast(text.takenBack);
  };
  return (
    <div class="grid gap-4">
      <Facts>
        <Fact label={text.pid}>{topUp.pid}</Fact>
        <Fact label={text.status}>{text.topUpStates[topUp.status]}</Fact>
        <Fact label={text.topUpTotal}>
          <Money amount={topUp.total} />
        </Fact>
        <Fact label={text.givenBack}>
          <Money amount={topUp.refunded} />
        </Fact>
        <Fact label={text.receivable}>
          <Money amount={topUp.receivable} />
        </Fact>
        <Fact label={text.payment}>{`${topUp.provider} ${topUp.paymentId ?? '–'}`}</Fact>
      </Facts>
      {topUp.status === 'paid' ? (
        <>
          <AmountField
            name="refunded"
            label={text.refunded}
            hint={text.refundedHint(formatRupiah(BigInt(topUp.total)))}
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
          <p>
            <Button look="danger" disabled={!ready} onClick={() => setAsking(true)}>
              {text.takeBack}
            </Button>
          </p>
        </>
      ) : (
        <p class="text-sm text-muted">{text.nothingToTake}</p>
      )}
      <ConfirmDialog
        open={asking}
        title={text.takeBackTitle(topUp.pid)}
        confirm={text.takeBack}
        onClose={() => setAsking(false)}
        onConfirm={takeBack}
      >
        <p>{text.takeBackBody}</p>
      </ConfirmDialog>
    </div>
  );
}

function ClawBack({ text }: { text: Text }) {
  const [id, setId] = useState('');
  const [topUp, setTopUp] = useState<AdministeredTopUp | null>(null);
  const find = useAction(async () => {
    setTopUp(null);
    setTopUp(await api.call('getTopUpAsAdmin', { id: id.trim() }));
  });
  return (
    <Card title={text.clawBackTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.clawBackBody}</p>
      <div class="grid grid-cols-1 gap-4">
        <Form class="grid items-start gap-3 sm:grid-cols-[1fr_auto]" onSubmit={find.run}>
          <TextField
            label={text.topUpId}
            hint={text.topUpIdHint}
            value={id}
            onInput={setId}
            input={{ autocomplete: 'off', spellcheck: false, maxLength: 40 }}
          />
          <p class="sm:pt-7.5">
            <Button type="submit" look="plain" busy={find.busy}>
              {text.lookUp}
            </Button>
          </p>
        </Form>
        <ErrorNotice error={find.error} />
        {topUp && <Found key={topUp.id} text={text} topUp={topUp} onChanged={setTopUp} />}
      </div>
    </Card>
  );
}

/** Shows the service's fee income, and claws back top-ups. */
export function MoneyTab({ text }: { text: Text }) {
  const fees = useLoad('fees', (signal) => api.call('getFeeIncome', {}, { signal }));
  if (fees.state === 'loading') return <SkeletonGroup lines={12} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      {fees.state === 'failed' ? (
        <ErrorNotice error={fees.error} onRetry={fees.reload} />
      ) : (
        <Fees text={text} fees={fees.value} />
      )}
      <ClawBack text={text} />
    </div>
  );
}
