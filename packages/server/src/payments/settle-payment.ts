import { newPostingId } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endPayment } from './payment-postings.store.ts';
import { getPayment, type OfApp } from './get-payment.ts';
import type { Payment } from './payments.store.ts';

/**
 * Captures all or part of a hold. Repeating the same capture returns the payment; a different or late capture
 * is refused.
 */
export async function capturePayment(
  deps: PaymentDeps,
  input: OfApp & { readonly amount: bigint | null },
): Promise<Payment> {
  const { outcome, most } = await deps.lanes.capture(input.clientId, {
    ...input,
    postingId: newPostingId(deps.clock, deps.ids),
  });
  if (outcome === 'not_found') throw refuse('payment_not_found');
  if (outcome === 'app_paused') throw refuse('app_paused');
  if (outcome === 'payee_full') throw refuse('receiver_full');
  if (outcome === 'beyond') throw refuse('capture_too_much', { most: most ?? impossible('no amount') });
  const payment = await getPayment(deps, input);
  const isCaptured =
    payment.capture === 'manual' &&
    (payment.status === 'paid' || payment.status === 'refunded') &&
    payment.captured === (input.amount ?? payment.amount);
  if (!isCaptured) throw refuse('payment_ended', { status: payment.status });
  return payment;
}

/** Voids a hold. */
export async function voidPayment(deps: PaymentDeps, input: OfApp): Promise<Payment> {
  const outcome = await deps.lanes.void(input.clientId, {
    ...input,
    postingId: newPostingId(deps.clock, deps.ids),
  });
  if (outcome === 'not_found') throw refuse('payment_not_found');
  return inStatus(await getPayment(deps, input), 'void');
}

/** Cancels a payment that no player has confirmed. */
export async function cancelPayment(deps: PaymentDeps, input: OfApp): Promise<Payment> {
  const payment = await getPayment(deps, input);
  await endPayment(deps.db, payment.id, 'cancelled');
  return inStatus(await getPayment(deps, input), 'cancelled');
}

function inStatus(payment: Payment, status: Payment['status']): Payment {
  if (payment.status !== status) throw refuse('payment_ended', { status: payment.status });
  return payment;
}
