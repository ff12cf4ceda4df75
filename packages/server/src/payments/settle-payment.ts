import { newPostingId } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { actOnApp, type ActionOnApp } from './act-on-app.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endHolds, endPayment, type HoldEnd, type HoldEnded } from './payment-postings.store.ts';
import { getPayment, type OfApp } from './get-payment.ts';
import type { WithPayment } from './payment-lanes.ts';
import { findPayment, type Payment } from './payments.store.ts';

/** The payment, and who acts on it. */
type ActionOnPayment = OfApp & Omit<ActionOnApp, 'operation'>;

/**
 * Captures all or part of a hold. Repeating the same capture returns the payment; a different or late capture
 * is refused.
 */
export async function capturePayment(
  deps: PaymentDeps,
  input: ActionOnPayment & { readonly amount: bigint | null },
): Promise<Payment> {
  const { outcome, most, payment } = await endHold(
    deps,
    { ...input, operation: 'capturePayment' },
    input.amount,
  );
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
export async function voidPayment(deps: PaymentDeps, input: ActionOnPayment): Promise<Payment> {
  const { outcome, payment } = await endHold(deps, { ...input, operation: 'voidPayment' }, 'nothing');
  if (outcome === 'not_found' || !payment) throw refuse('payment_not_found');
  return inStatus(payment, 'void');
}

/** The app's own server uses the lane. A player acts under the lock of the app, with an entry in the audit log. */
async function endHold(
  deps: PaymentDeps,
  action: OfApp & ActionOnApp,
  capture: HoldEnd['capture'],
): Promise<WithPayment<HoldEnded>> {
  const { clientId, paymentId } = action;
  const end = { clientId, paymentId, capture, postingId: newPostingId(deps.clock, deps.ids) };
  if (action.caller.type === 'app') return deps.lanes.endHold(end);
  return actOnApp(deps, action, async (tx) => {
    const [ended = impossible('no outcome')] = await endHolds(tx, [end], deps);
    const payment = await findPayment(tx, paymentId);
    const { outcome } = ended;
    return {
      result: { ...ended, payment },
      entry:
        payment && (outcome === 'paid' || outcome === 'void')
          ? {
              action: outcome === 'paid' ? 'payment.captured' : 'payment.voided',
              target: paymentId,
              details: {
                app: clientId,
                amount: Number(outcome === 'paid' ? payment.captured : payment.amount),
              },
            }
          : null,
    };
  });
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
export async function cancelPayment(deps: PaymentDeps, input: ActionOnPayment): Promise<Payment> {
  const { amount, id } = await getPayment(deps, input);
  const action = { ...input, operation: 'cancelPayment' } as const;
  if (input.caller.type === 'app') await endPayment(deps.db, id, 'cancelled');
  else
    await actOnApp(deps, action, async (tx) => ({
      result: undefined,
      entry: (await endPayment(tx, id, 'cancelled'))
        ? {
            action: 'payment.cancelled',
            target: id,
            details: { app: input.clientId, amount: Number(amount) },
          }
        : null,
    }));
  return inStatus(await getPayment(deps, input), 'cancelled');
}

function inStatus(payment: Payment, status: Payment['status']): Payment {
  if (payment.status !== status) throw refuse('payment_ended', { status: payment.status });
  return payment;
}
