import { nameGoods } from '@pid/contract/name-goods';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { PaymentBadge } from '../../parts/payment-status.tsx';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

/** Shows one payment of the player. Its receipt has all details. */
export function PaymentRow({ text, payment }: { text: Text; payment: PlayerPayment }) {
  const { app, status, fees, returned, refunded, to } = payment;
  const { words } = text.payment;
  return (
    <li>
      <a
        class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-md px-2 py-4 hover:bg-sunken"
        href={PAGE_PATHS.paymentReceipt.replace(':id', payment.id)}
      >
        <span class="min-w-0 flex-1">
          <span class="block font-semibold break-words">{nameGoods(payment, locale.value)}</span>
          <span class="block text-sm break-words text-muted">
            {to === null ? app.name : `${to} ${words.through(app.name)}`} ·{' '}
            <DateTime value={payment.history[0]?.at ?? payment.createdAt} />
            {payment.allowance !== null && ` · ${words.automatic}`}
            {fees.total > 0 && ` · ${words.fee(formatRupiah(BigInt(fees.total)))}`}
          </span>
          <span class="block pt-1">
            <PaymentBadge text={text.payment} status={status} returned={returned} refunded={refunded} />
          </span>
        </span>
        <Money amount={payment.total} class="shrink-0 font-semibold" />
      </a>
    </li>
  );
}
