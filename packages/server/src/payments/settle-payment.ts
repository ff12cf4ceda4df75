import { newPostingId } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endHolds, endPayment } from './payment-postings.store.ts';
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
  const { outcome, most, payment } = await deps.lanes.endHold({
    ...input,
    capture: input.amount,
    postingId: newPostingId(deps.clock, deps.ids),
  });
  if (outcome === 'not_found' || !payment) throw refuse('payment_not_found');
  if (outcome === 'app_paused') throw refuse('app_paused');
  if (outcome === 'payee_full') throw refuse('receiver_full');
  if (outcome === 'beyond') throw refuse('capture_too_much', { most: most ?? impossible('no amount') });
  const isCaptured =
    payment.capture === 'manual' &&
    (payment.status === 'paid' || payment.status === 'refunded') &&
    payment.captured === (input.amount ?? payment.amount);
  if (!isCaptured) throw refuse('payment_ended', { status: payment.status });
  return payment;
}

/** Voids a hold. */
export async function voidPayment(deps: PaymentDeps, input: OfApp): Promise<Payment> {
  const { outcome, payment } = await deps.lanes.endHold({
    ...input,
    capture: 'nothing',
    postingId: newPostingId(deps.clock, deps.ids),
  });
  if (outcome === 'not_found' || !payment) throw refuse('payment_not_found');
  return inStatus(payment, 'void');
}

/**
 * Voids a hold without its app: if the time to capture has passed, or at any time with `isForced`. Does nothing if it is
 * too early or the payment is no longer held.
 */
export async function voidAsService(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'ids'>,
  paymentId: string,
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  const postingId = newPostingId(deps.clock, deps.ids);
  const end = { paymentId, postingId, clientId: null, capture: 'nothing' } as const;
  await endHolds(deps.db, [end], { balanceMax: 0n, isForced });
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
