import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { TopUp } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { checkoutPath, lastTopUp } from '../../parts/top-ups.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import type { Text } from './text.en.ts';

const EVERY_MILLISECONDS = 5_000;

export function LastTopUpNotice({ text, first, onPaid }: { text: Text; first: TopUp; onPaid: () => void }) {
  const [dropped, setDropped] = useState(false);
  const polled = usePoll(first.id, (signal) => api.call('getTopUp', { id: first.id }, { signal }), {
    everyMilliseconds: EVERY_MILLISECONDS,
    isDone: ({ status }) => status !== 'pending',
  });
  const topUp = polled.value ?? first;
  useEffect(() => {
    // Show it only once; the statement lists the top-up.
    if (topUp.status !== 'pending') lastTopUp.forget();
    if (topUp.status === 'paid' && first.status === 'pending') onPaid();
  }, [topUp.status]);
  const amount = formatRupiah(BigInt(topUp.amount));
  if (dropped || topUp.status === 'refunded') return null;
  if (topUp.setAside)
    return (
      <Notice tone="warn" live>
        {text.topUpSetAside(amount)}
      </Notice>
    );
  if (topUp.status === 'paid')
    return (
      <Notice tone="good" live>
        {text.topUpPaid(amount)}
      </Notice>
    );
  if (topUp.status !== 'pending')
    return (
      <Notice tone="warn" live>
        {text.topUpFailed(amount)}
      </Notice>
    );
  const drop = () => {
    lastTopUp.forget();
    setDropped(true);
  };
  return (
    <Notice
      action={
        <span class="flex flex-wrap gap-3">
          <ButtonLink small href={checkoutPath(topUp)}>
            {text.topUpOpen}
          </ButtonLink>
          <Button small look="plain" onClick={drop}>
            {text.topUpDrop}
          </Button>
        </span>
      }
    >
      {text.topUpPending(amount)}
    </Notice>
  );
}
