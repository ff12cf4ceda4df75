import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { SuspenseItem } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { ReviewList } from './review.tsx';
import type { Text } from './text.en.ts';

interface ItemProps {
  readonly text: Text;
  readonly item: SuspenseItem;
  readonly onResolved: () => void;
}

type Way = 'refund' | 'credit';

function ItemFacts({ text, item }: Omit<ItemProps, 'onResolved'>) {
  return (
    <Facts>
      <Fact label={text.suspense.amount}>
        <Money amount={item.amount - item.returned} class="font-display text-xl" />
      </Fact>
      <Fact label={text.suspense.why}>
        <span class="break-normal">{text.suspense.reasons[item.reason]}</span>
      </Fact>
      <Fact label={text.suspense.since}>
        <DateTime value={item.since} />
      </Fact>
      <Fact label={text.suspense.holder}>
        <span class="break-all">{item.holder ?? '–'}</span>
      </Fact>
      {item.provider !== null && (
        <Fact label={text.payment}>
          <span class="font-mono text-xs break-all">{`${item.provider} ${item.paymentId ?? '–'}`}</span>
        </Fact>
      )}
      {item.refundAskedAt !== null && (
        <Fact label={text.suspense.refundAsked}>
          <DateTime value={item.refundAskedAt} />
        </Fact>
      )}
    </Facts>
  );
}

function Item({ text, item, onResolved }: ItemProps) {
  const [asking, setAsking] = useState<Way | null>(null);
  const [pid, setPid] = useState('');
  const [reason, setReason] = useState('');
  const resolve = async () => {
    const said = { id: item.id, reason: reason.trim() };
    const resolved = await (asking === 'credit'
      ? api.call('creditSuspense', { ...said, pid: `${pid.trim().replace(/@pid$/u, '')}@pid` })
      : api.call('refundSuspense', said));
    showToast(resolved.state === 'open' ? text.suspense.refundUnderWay : text.suspense.resolved);
    onResolved();
  };
  const isReady = reason.trim().length >= 3 && (asking !== 'credit' || pid.trim().length >= 3);
  const sum = formatRupiah(BigInt(item.amount - item.returned));
  return (
    <li class="grid grid-cols-1 gap-4 py-5">
      <ItemFacts text={text} item={item} />
      <div class="flex flex-wrap gap-3">
        {item.source === 'topup' && (
          <Button look="plain" small onClick={() => setAsking('refund')}>
            {text.suspense.refund}
          </Button>
        )}
        {item.refundAskedAt === null && (
          <Button look="plain" small onClick={() => setAsking('credit')}>
            {text.suspense.credit}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'credit' ? text.suspense.creditTitle(sum) : text.suspense.refundTitle(sum)}
        confirm={asking === 'credit' ? text.suspense.credit : text.suspense.refund}
        disabled={!isReady}
        onClose={() => setAsking(null)}
        onConfirm={resolve}
      >
        <div class="grid grid-cols-1 gap-3">
          <p>{asking === 'credit' ? text.suspense.creditBody : text.suspense.refundBody}</p>
          {asking === 'credit' && (
            <TextField
              label={text.pid}
              value={pid}
              onInput={setPid}
              suffix="@pid"
              input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 24 }}
            />
          )}
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            value={reason}
            onInput={setReason}
            input={{ maxLength: 200, autocomplete: 'off' }}
          />
        </div>
      </ConfirmDialog>
    </li>
  );
}

/** Lists money that was really paid but has no recipient. An administrator must decide each case. */
export function SuspenseTab({ text }: { text: Text }) {
  const open = usePages('suspense', (page, options) =>
    api.call('listSuspense', { state: 'open', ...page }, options),
  );
  return (
    <ReviewList text={text.suspense} pages={open}>
      {(item) => <Item key={item.id} text={text} item={item} onResolved={open.reload} />}
    </ReviewList>
  );
}
