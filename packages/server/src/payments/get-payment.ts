import { refuse } from '../platform/errors/index.ts';
import { isVisibleTo, type PaymentDeps } from './payment-deps.ts';
import { findPayment, type Payment } from './payments.store.ts';

export interface OfApp {
  readonly paymentId: string;
  readonly clientId: string;
}

/** Returns a payment of the app. A payment of another app does not exist. */
export async function getPayment(
  deps: Pick<PaymentDeps, 'db'>,
  { paymentId, clientId }: OfApp,
): Promise<Payment> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.clientId !== clientId) throw refuse('payment_not_found');
  return payment;
}

/** For anyone who has the id, which cannot be guessed. */
export async function getPaymentStatus(
  deps: Pick<PaymentDeps, 'db'>,
  paymentId: string,
): Promise<{ status: Payment['status']; origin: string | null }> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment) throw refuse('payment_not_found');
  return { status: payment.status, origin: payment.returnOrigin };
}

/** Returns a payment that the player may confirm, or has confirmed or declined. */
export async function getOwnPayment(
  deps: PaymentDeps,
  paymentId: string,
  identityId: string,
): Promise<Payment> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment || !isVisibleTo(payment, identityId)) throw refuse('payment_not_found');
  return payment;
}
