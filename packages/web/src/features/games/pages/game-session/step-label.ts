import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Preparation } from './read-preparation.ts';
import type { Text } from './text.en.ts';

/** The label of the button that takes the next step. */
export function stepLabel(text: Text['wallet'], { step, price, missingRupiah }: Preparation): string {
  if (step === 'pay') return text.pay(formatRupiah(BigInt(price ?? 0)));
  if (step === 'topUp') return text.topUp(formatRupiah(BigInt(missingRupiah)));
  return text[step];
}
