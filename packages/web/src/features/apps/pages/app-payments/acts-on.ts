import type { AppPayment } from '../../../money/parts/shapes.ts';

export type Act = 'capture' | 'void' | 'cancel' | 'refund';

/** What an owner may do to a payment as it stands. */
export function actsOn({ status, to, captured, refunded }: AppPayment): readonly Act[] {
  if (status === 'open') return ['cancel'];
  if (status === 'held') return ['capture', 'void'];
  return status === 'paid' && to === null && refunded < captured ? ['refund'] : [];
}
