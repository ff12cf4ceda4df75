import { useEffect } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { checkoutPath } from '../../parts/checkout-path.ts';
import { lastTopUp } from '../../parts/last-top-up.ts';
import { carryOutOnce } from '../../parts/once.ts';
import type { TopUp } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

const EVERY_MILLISECONDS = 5_000;

/** Tops up the missing amount, or the minimum. The checkout returns to this payment, which stays open. */
export async function topUpMissing(missing: number, paymentId: string): Promise<void> {
  const { min } = await api.call('quoteTopUp', { amount: missing }, { attempts: 3 });
  const returnTo = `${location.pathname}${location.search}`;
  const wish = { amount: Math.max(missing, min), returnTo, paymentId };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id, paymentId);
  location.assign(checkoutPath(topUp));
}

export interface TooPoorProps {
  readonly text: Text;
  readonly total: number;
  readonly missing: number;
  /** A top-up that was started from this page and is not completed yet. */
  readonly pending: TopUp | null;
  /** Called when the balance is sufficient. */
  readonly onMoney: () => void;
}

/** Polls the balance, because a player who tops up by bank transfer returns before the money arrives. */
export function TooPoor({ text, total, missing, pending, onMoney }: TooPoorProps) {
  const polled = usePoll('money', (signal) => api.call('getBalance', {}, { signal }), {
    everyMilliseconds: EVERY_MILLISECONDS,
    isDone: ({ balance }) => balance >= total,
  });
  const hasCome = polled.value !== null && polled.value.balance >= total;
  useEffect(() => {
    if (hasCome) onMoney();
  }, [hasCome]);
  if (pending)
    return (
      <Notice title={text.pendingTitle}>{text.pendingBody(formatRupiah(BigInt(pending.amount)))}</Notice>
    );
  return (
    <Notice tone="warn" title={text.poorTitle}>
      {text.poorBody(formatRupiah(BigInt(missing)))}
    </Notice>
  );
}
