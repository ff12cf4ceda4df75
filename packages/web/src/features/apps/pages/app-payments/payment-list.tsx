import { useState } from 'preact/hooks';
import { buildRequest } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { DownloadIcon } from '../../../../kit/controls/icons.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAYMENT_STATUSES, PaymentBadge } from '../../../money/parts/payment-status.tsx';
import type { AppPayment, PaymentStatus } from '../../../../kit/api/shapes.ts';
import { actsOn, type Act } from './acts-on.ts';
import type { Text } from './text.en.ts';

/** Loaded when the owner starts an action. */
const ActDialog = later(0, async () => (await import('./act-dialog.tsx')).ActDialog);

interface Wanted {
  readonly status?: PaymentStatus;
  readonly reference?: string;
  readonly pid?: string;
}

interface RowProps {
  readonly text: Text;
  readonly payment: AppPayment;
  readonly acts: boolean;
  readonly onDone: () => void;
}

function Row({ text, payment, acts, onDone }: RowProps) {
  const [act, setAct] = useState<Act | null>(null);
  const words = text.payment;
  const { status, captureBy } = payment;
  return (
    <li class="grid grid-cols-1 gap-3 py-5 first:pt-0">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div class="min-w-0">
          <h3 class="font-sans font-semibold break-words">{payment.description}</h3>
          <p class="text-sm break-words text-muted">
            <code>{payment.reference}</code> · <DateTime value={payment.createdAt} />
          </p>
        </div>
        <p class="flex items-center gap-3">
          <PaymentBadge text={words} status={status} />
          <Money amount={payment.amount} class="font-semibold" />
        </p>
      </div>
      <Facts>
        <Fact label={words.payer}>{payment.payer ?? text.anybody}</Fact>
        <Fact label={words.to}>{payment.to ?? text.itself}</Fact>
        {status === 'held' && captureBy !== null && (
          <Fact label={words.heldUntil}>
            <DateTime value={captureBy} />
          </Fact>
        )}
        {payment.captured > 0 && payment.captured < payment.amount && (
          <Fact label={words.captured}>
            <Money amount={payment.captured} />
          </Fact>
        )}
        {payment.refunded > 0 && (
          <Fact label={words.refundedSum}>
            <Money amount={payment.refunded} />
          </Fact>
        )}
      </Facts>
      <div class="flex flex-wrap gap-3">
        {status === 'open' && <CopyButton value={payment.payUrl} label={text.link} />}
        {(acts ? actsOn(payment) : []).map((possible) => (
          <Button key={possible} look="plain" onClick={() => setAct(possible)}>
            {text[possible]}
          </Button>
        ))}
      </div>
      {act !== null && (
        <ActDialog text={text} payment={payment} act={act} onDone={onDone} onClose={() => setAct(null)} />
      )}
    </li>
  );
}

/** The browser saves the file while it downloads. The API call before it renews an expired session. */
function CsvButton({ text, asked }: { text: Text; asked: Wanted & { client_id: string } }) {
  const download = useAction(async () => {
    await api.call('getBalance');
    const link = document.createElement('a');
    link.href = buildRequest('listPayments', { ...asked, format: 'csv' }).path;
    link.download = 'payments.csv';
    link.click();
  });
  return (
    <Button look="plain" small busy={download.busy} onClick={() => download.run()}>
      <DownloadIcon class="size-4" />
      {text.csv}
    </Button>
  );
}

function Filters({ text, onChange }: { text: Text; onChange: (wanted: Wanted) => void }) {
  const [status, setStatus] = useState('');
  const [reference, setReference] = useState('');
  const [handle, setHandle] = useState('');
  const find = (chosen: string) => {
    const known = PAYMENT_STATUSES.find((one) => one === chosen);
    const name = handle.trim().replace(/@pid$/u, '');
    onChange({
      ...(known ? { status: known } : {}),
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      ...(name === '' ? {} : { pid: `${name}@pid` }),
    });
  };
  return (
    <Form class="mb-4 grid gap-x-4 sm:grid-cols-2" onSubmit={() => find(status)}>
      <SelectField
        label={text.payment.status}
        value={status}
        options={[
          { value: '', label: text.payment.all },
          ...PAYMENT_STATUSES.map((value) => ({ value, label: text.payment.statuses[value] })),
        ]}
        onChange={(value) => {
          setStatus(value);
          find(value);
        }}
      />
      <TextField
        label={text.player}
        value={handle}
        onInput={setHandle}
        suffix="@pid"
        input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 24 }}
      />
      <TextField
        label={text.payment.reference}
        value={reference}
        onInput={setReference}
        input={{ autocomplete: 'off', maxLength: 64 }}
      />
      <p class="self-end pb-4">
        <Button type="submit" look="plain">
          {text.filter}
        </Button>
      </p>
    </Form>
  );
}

export interface PaymentListProps {
  readonly text: Text;
  readonly clientId: string;
  /** Whether the reader may act on payments. */
  readonly acts: boolean;
  /** Increases when another part of the page has created a payment. */
  readonly round: number;
  readonly onDone: () => void;
}

/** Lists an app's payments and the owner's actions on them. */
export function PaymentList({ text, clientId, acts, round, onDone }: PaymentListProps) {
  const [wanted, setWanted] = useState<Wanted>({});
  const asked = { client_id: clientId, ...wanted };
  const pages = usePages(JSON.stringify([asked, round]), (page, options) =>
    api.call('listPayments', { ...asked, ...page }, options),
  );
  return (
    <Card title={text.list} action={<CsvButton text={text} asked={asked} />}>
      <Filters text={text} onChange={setWanted} />
      <Listing pages={pages} lines={8} none={<EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">
            {items.map((payment) => (
              <Row key={payment.id} text={text} payment={payment} acts={acts} onDone={onDone} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}
