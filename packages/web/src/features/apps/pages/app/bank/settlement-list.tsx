import { useState } from 'preact/hooks';
import { bankName } from '@pid/contract/banks';
import { api } from '../../../../../kit/api/api.ts';
import { Badge, type BadgeTone } from '../../../../../kit/controls/badge.tsx';
import { Button } from '../../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../../kit/controls/date-time.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../../../kit/format/rupiah.ts';
import { Money } from '../../../../../kit/money/money.tsx';
import type { Bank, Settlement } from './read-bank.ts';
import type { BankText } from './text.en.ts';

const TONES: Record<Settlement['status'], BadgeTone> = {
  requested: 'note',
  sent: 'note',
  paid: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

interface RowProps {
  readonly text: BankText;
  readonly clientId: string;
  readonly settlement: Settlement;
  readonly onChanged: () => void;
}

const rupiahOf = (amount: number) => formatRupiah(BigInt(amount));

function Row({ text, clientId, settlement, onChanged }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { id, amount, fee, status, reason } = settlement;
  const isRequested = status === 'requested';
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3" data-settlement={status}>
      <span class="min-w-0 flex-1">
        <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Money amount={amount} class="font-semibold" />
          <Badge tone={TONES[status]} check={status === 'paid'}>
            {text.statuses[status]}
          </Badge>
        </span>
        <span class="block text-sm text-muted">
          {[
            ...(settlement.bankCode === null
              ? []
              : [`${bankName(settlement.bankCode)} ···${settlement.last4 ?? ''}`]),
            ...(fee > 0 ? [text.feeOf(rupiahOf(fee))] : []),
          ].join(' · ')}
        </span>
        <span class="block text-sm text-muted">
          <DateTime value={settlement.endedAt ?? settlement.paidAt ?? settlement.createdAt} />
        </span>
        {status === 'failed' && reason !== null && (
          <span class="block text-sm break-words">{text.because(reason)}</span>
        )}
      </span>
      {isRequested && (
        <Button
          look="plain"
          small
          label={`${text.cancel}: ${rupiahOf(amount)}`}
          onClick={() => setAsking(true)}
        >
          {text.cancel}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={text.cancelTitle(rupiahOf(amount))}
        confirm={text.cancel}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('cancelSettlement', { client_id: clientId, id });
          showToast(text.cancelled);
          onChanged();
        }}
      >
        <p>{text.cancelBody}</p>
      </ConfirmDialog>
    </li>
  );
}

interface ListProps {
  readonly text: BankText;
  readonly clientId: string;
  readonly bank: Bank;
  readonly onChanged: () => void;
}

/** The latest settlements; the rest is loaded on demand. */
export function SettlementList({ text, clientId, bank, onChanged }: ListProps) {
  const [more, setMore] = useState<{ items: readonly Settlement[]; nextCursor: string | null }>({
    items: [],
    nextCursor: bank.nextCursor,
  });
  const load = async () => {
    if (more.nextCursor === null) return;
    const page = await api.call('listSettlements', { client_id: clientId, cursor: more.nextCursor });
    setMore({ items: [...more.items, ...page.items], nextCursor: page.nextCursor });
  };
  return (
    <section aria-label={text.listTitle}>
      <h3 class="font-semibold">{text.listTitle}</h3>
      <ul class="grid grid-cols-1 divide-y divide-line">
        {[...bank.settlements, ...more.items].map((settlement) => (
          <Row
            key={settlement.id}
            text={text}
            clientId={clientId}
            settlement={settlement}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {more.nextCursor !== null && (
        <Button look="quiet" small onClick={load}>
          {text.more}
        </Button>
      )}
    </section>
  );
}
