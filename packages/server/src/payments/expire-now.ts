import type { Needs } from '../platform/needs.ts';
import { endPayment } from './payment-postings.store.ts';
import { endTimeOf, findPayment, type Payment } from './payments.store.ts';
import { voidAsService } from './settle-payment.ts';

/**
 * For developers: does immediately what waiting would do. An open payment expires, a held one is voided, and
 * the app is notified. Returns null if the payment does not exist. An ended payment stays unchanged.
 */
export async function expirePaymentNow(
  deps: Needs<'db' | 'clock' | 'ids'>,
  paymentId: string,
): Promise<Payment | null> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment) return null;
  await endTimeOf(deps.db, paymentId);
  if (payment.status === 'open') await endPayment(deps.db, paymentId, 'expired');
  if (payment.status === 'held') await voidAsService(deps, paymentId, { isForced: false });
  return findPayment(deps.db, paymentId);
}
