import { deliverMessage } from '../../../../kit/app-request/deliver-answer.ts';
import type { Delivered, Delivery, DeliveryWindow } from '../../../../kit/app-request/deliver-answer.ts';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';

/** The states that are reported to the game. It reads all other details with its own token. */
const TOLD = ['paid', 'held', 'declined', 'expired'] as const;

function isTold(status: PlayerPayment['status']): boolean {
  return TOLD.some((told) => told === status);
}

/**
 * Delivers the result to the window that opened this one, at the origin of the address that the server has
 * checked, or by a redirect to that address.
 */
export function deliverPayment(
  window: DeliveryWindow,
  payment: PlayerPayment,
  delivery: Omit<Delivery, 'origin'>,
): Delivered {
  const { id, status, returnTo, origin } = payment;
  if (returnTo === null || origin === null) throw new Error('This payment has no return address');
  const outcome = { payment_id: id, status: isTold(status) ? status : 'declined' };
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(outcome)) address.searchParams.append(name, value);
  if (delivery.state !== null) address.searchParams.append('state', delivery.state);
  return deliverMessage(
    window,
    { message: { type: 'pid:payment', ...outcome }, redirectTo: address.href },
    { ...delivery, origin },
  );
}
