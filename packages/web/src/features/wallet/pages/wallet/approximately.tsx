import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Chain } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

export interface ApproximatelyProps {
  readonly text: Text;
  readonly lamports: bigint;
  readonly price: Chain['solPrice'];
}

/** Shows the approximate value of SOL and the time of its price; nothing if the service knows no price. */
export function Approximately({ text, lamports, price }: ApproximatelyProps) {
  if (!price) return null;
  // Precise enough for any price, and within the safe range of a float.
  const rupiah = (lamports * BigInt(Math.round(price.idr * 1000))) / 1_000_000_000_000n;
  return (
    <span class="block text-sm font-normal">
      {text.approximately(formatRupiah(rupiah))} · {text.priceFrom} <DateTime value={price.at} style="time" />
    </span>
  );
}
