import { useState } from 'preact/hooks';
import { bankName } from '@pid/contract/banks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Badge, type BadgeTone } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { Text } from './text.en.ts';

type Words = Text['settlements'];
type Settlement = Reply<'listSettlementsAsAdmin'>['items'][number];
type Status = Settlement['status'];
type Step = 'sent' | 'paid' | 'failed';

const TONES: Record<Status, BadgeTone> = {
  requested: 'note',
  sent: 'warn',
  paid: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

const NEXT: Record<Status, readonly Step[]> = {
  requested: ['sent'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  cancelled: [],
};

function stepsOf({ status, withProvider }: Settlement): readonly Step[] {
  return withProvider ? [] : NEXT[status];
}

function Plain({ label, value }: { label: string; value: string | null }) {
  return value === null ? null : (
    <Fact label={label}>
      <span class="break-words">{value}</span>
    </Fact>
  );
}

function SettlementFacts({ text, settlement }: { text: Words; settlement: Settlement }) {
  const { bankCode, last4, accountNumber } = settlement;
  return (
    <Facts>
      <Fact label={text.bank}>
        <span class="block">{bankName(bankCode)}</span>
        <span class="block font-mono break-all">{accountNumber ?? `···${last4}`}</span>
      </Fact>
      <Plain label={text.holder} value={settlement.holderName} />
      <Plain label={text.owner} value={settlement.owner} />
      <Fact label={text.requested}>
        <DateTime value={settlement.createdAt} />
      </Fact>
      {settlement.fee > 0 && <Plain label={text.fee} value={formatRupiah(BigInt(settlement.fee))} />}
      <Plain label={text.approvedBy} value={settlement.approvedBy} />
      <Plain label={text.sentBy} value={settlement.sentBy} />
      <Plain label={text.decidedBy} value={settlement.decidedBy} />
      <Plain label={text.reference} value={settlement.reference} />
      <Plain label={text.why} value={settlement.reason} />
      <Plain label={text.provider} value={settlement.provider} />
    </Facts>
  );
}

interface ItemProps {
  readonly text: Words;
  readonly settlement: Settlement;
  readonly onMoved: () => void;
}

function Item({ text, settlement, onMoved }: ItemProps) {
  const [asking, setAsking] = useState<Step | null>(null);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const { id, status, amount, app, problem } = settlement;
  const sum = formatRupiah(BigInt(amount));
  const needsReference = asking === 'paid' || asking === 'failed';
  const move = async () => {
    if (asking === null) return;
    const said = {
      id,
      reference: reference.trim(),
      ...(asking === 'failed' && reason.trim() !== '' ? { reason: reason.trim() } : {}),
    };
    if (asking === 'sent') await api.call('markSettlementSent', { id });
    else if (asking === 'paid') await api.call('markSettlementPaid', said);
    else await api.call('markSettlementFailed', said);
    showToast(text.done);
    onMoved();
  };
  return (
    <li class="grid grid-cols-1 gap-4 py-5" data-settlement={status}>
      <h3 class="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span class="break-words">{app}</span>
        <Money amount={amount} class="font-display text-xl" />
        <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
      </h3>
      {problem !== null && (
        <Notice tone="warn" title={text.problem}>
          <p class="break-words">{text.problemBody(problem)}</p>
        </Notice>
      )}
      <SettlementFacts text={text} settlement={settlement} />
      {stepsOf(settlement).length > 0 && (
        <div class="flex flex-wrap gap-3">
          {stepsOf(settlement).map((step) => (
            <Button
              key={step}
              look={step === 'failed' ? 'plain' : 'primary'}
              small
              label={`${text.actions[step]}: ${app}, ${sum}`}
              onClick={() => setAsking(step)}
            >
              {text.actions[step]}
            </Button>
          ))}
        </div>
      )}
      {asking !== null && (
        <ConfirmDialog
          open
          title={text.ask[asking](sum)}
          confirm={text.actions[asking]}
          look={asking === 'failed' ? 'danger' : 'primary'}
          disabled={needsReference && reference.trim() === ''}
          onClose={() => setAsking(null)}
          onConfirm={move}
        >
          <p>{text.consequence[asking]}</p>
          {needsReference && (
            <TextField
              label={text.referenceLabel}
              hint={text.referenceHint}
              value={reference}
              onInput={setReference}
              input={{ maxLength: 100, autocomplete: 'off' }}
            />
          )}
          {asking === 'failed' && (
            <TextField
              label={text.reasonLabel}
              value={reason}
              onInput={setReason}
              input={{ maxLength: 200, autocomplete: 'off' }}
            />
          )}
        </ConfirmDialog>
      )}
    </li>
  );
}

const FILTERS = ['requested', 'sent', 'paid', 'failed', 'cancelled', 'all'] as const;

/** Lists settlements by status; administrators move them from one status to the next. */
export function SettlementsTab({ text }: { text: Words }) {
  const [status, setStatus] = useState<(typeof FILTERS)[number]>('requested');
  const pages = usePages(`settlements ${status}`, (page, options) =>
    api.call('listSettlementsAsAdmin', { ...(status === 'all' ? {} : { status }), ...page }, options),
  );
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.lead}</p>
      <SelectField
        label={text.show}
        value={status}
        options={FILTERS.map((value) => ({
          value,
          label: value === 'all' ? text.all : text.statuses[value],
        }))}
        onChange={setStatus}
      />
      <Listing pages={pages} lines={6} none={<p class="py-3">{text.none}</p>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">
            {items.map((settlement) => (
              <Item
                key={`${settlement.id} ${settlement.status}`}
                text={text}
                settlement={settlement}
                onMoved={pages.reload}
              />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}
