import type { AppPayment } from '../../../../kit/api/shapes.ts';

export type Act = 'capture' | 'void' | 'cancel' | 'refund';

/** Returns the actions that an owner may take on a payment in its current state. */
export function actsOn({ status, to, captured, refunded }: AppPayment): readonly Act[] {
  if (status === 'open') return ['cancel'];
  if (status === 'held') return ['capture', 'void'];
  return status === 'paid' && to === null && refunded < captured ? ['refund'] : [];
}
