import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

/**
 * Shows held money, which has left the balance but still belongs to the player: amount, app and time limit.
 */
export function HeldNotice({
  text,
  held,
  payments,
}: {
  text: Text;
  held: number;
  payments: readonly PlayerPayment[];
}) {
  return (
    <Notice title={text.held(formatRupiah(BigInt(held)))}>
      <ul class="grid gap-1 pt-1">
        {payments.map(({ id, app, description, total, captureBy }) => (
          <li key={id} class="break-words">
            {text.heldFor(formatRupiah(BigInt(total)), app.name, description)}
            {captureBy !== null && (
              <>
                {' '}
                {text.heldUntil} <DateTime value={captureBy} />.
              </>
            )}
          </li>
        ))}
      </ul>
      <a class="text-link inline-flex min-h-11 items-center" href={`${PAGE_PATHS.payments}?status=held`}>
        {text.heldAll}
      </a>
    </Notice>
  );
}
