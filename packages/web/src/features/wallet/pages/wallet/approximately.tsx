import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Chain } from '../../parts/shapes.ts';
import type { Text } from './text.en.ts';

export interface ApproximatelyProps {
  readonly text: Text;
  readonly lamports: bigint;
  readonly price: Chain['solPrice'];
}

/** What SOL is worth, for an idea of it; nothing where the operator names no source. */
export function Approximately({ text, lamports, price }: ApproximatelyProps) {
  if (!price) return null;
  // Enough digits for any price, and no float beyond what it can hold.
  const rupiah = (lamports * BigInt(Math.round(price.idr * 1000))) / 1_000_000_000_000n;
  return <span class="block text-sm font-normal">{text.approximately(formatRupiah(rupiah))}</span>;
}
