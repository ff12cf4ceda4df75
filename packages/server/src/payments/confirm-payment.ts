import { newPostingId, refuseFullReceiver, type PayerProof, type StepUp } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { isVisibleTo, type PaymentDeps } from './payment-deps.ts';
import type { WithPayment } from './payment-lanes.ts';
import { endPayment, type Confirmed } from './payment-postings.store.ts';
import { findPayment, type Payment } from './payments.store.ts';

export interface ConfirmInput {
  readonly paymentId: string;
  readonly identityId: string;
  readonly expectedTotal: bigint;
}

/**
 * Confirms a payment. A player who has already confirmed it gets the payment again, without another step-up.
 * Of several concurrent players, one pays.
 */
export async function confirmPayment(
  deps: PaymentDeps,
  input: ConfirmInput,
  stepUp: StepUp,
): Promise<Payment> {
  const accountId = await deps.book.ofIdentity(input.identityId);
  const attempt = (proof: PayerProof) =>
    deps.lanes.confirm({
      ...input,
      postingId: newPostingId(deps.clock, deps.ids),
      payer: { identityId: input.identityId, accountId },
      proof,
    });
  const first = await attempt(stepUp.steppedUp ? 'signed' : 'none');
  if (first.outcome !== 'step_up_needed') return readOutcome(deps, { ...input, accountId }, first);
  await stepUp.require();
  return readOutcome(deps, { ...input, accountId }, await attempt('recent'));
}

async function readOutcome(
  deps: PaymentDeps,
  input: ConfirmInput & { readonly accountId: bigint },
  result: WithPayment<Confirmed>,
): Promise<Payment> {
  switch (result.outcome) {
    case 'paid':
    case 'held':
      return result.payment ?? impossible('a confirmed payment is missing');
    case 'ended': {
      // This player confirmed it before, another player paid it, or it expired.
      const payment = result.payment ?? impossible('a payment is missing');
      if (payment.payerIdentityId === input.identityId) return payment;
      throw endedRefusal(payment);
    }
    case 'not_found':
      throw refuse('payment_not_found');
    case 'app_paused':
      throw refuse('app_paused');
    case 'own_payment':
      throw refuse('own_payment');
    case 'total_changed':
      throw refuse('quote_changed', {
        total: result.total,
        global: result.globalFee,
        app: result.appFee,
      });
    case 'payee_closed':
      throw refuse('receiver_not_found');
    case 'payee_full':
      throw await refuseFullReceiver(deps, input.accountId);
    case 'payer_closed':
      throw refuse('unauthorized');
    case 'age_needed':
    case 'parent_needed':
    case 'parent_approval_needed':
      throw refuse(result.outcome);
    case 'daily_limit':
      throw refuse('daily_limit', { left: result.available! });
    case 'insufficient':
      throw refuse('insufficient_balance', { needed: result.total, available: result.available! });
    default:
      return impossible('step-up is still needed after a step-up');
  }
}

/** Declines a payment and notifies the app. A repetition returns the payment. */
export async function declinePayment(
  deps: PaymentDeps,
  input: Omit<ConfirmInput, 'expectedTotal'>,
): Promise<Payment> {
  const { payment } = await readFor(deps, input);
  if (payment.status !== 'declined') {
    assertOpen(payment);
    await endPayment(deps.db, payment.id, 'declined', input.identityId);
  }
  const declined = (await findPayment(deps.db, payment.id)) ?? impossible('a payment is missing');
  if (declined.status !== 'declined' || declined.endedBy !== input.identityId) throw endedRefusal(declined);
  return declined;
}

/**
 * A payment for another player does not exist. A payment for any player that another player has paid has
 * ended.
 */
async function readFor(
  deps: PaymentDeps,
  { paymentId, identityId }: Pick<ConfirmInput, 'paymentId' | 'identityId'>,
): Promise<{ payment: Payment }> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment) throw refuse('payment_not_found');
  if (isVisibleTo(payment, identityId)) return { payment };
  throw payment.askedIdentityId === null ? endedRefusal(payment) : refuse('payment_not_found');
}

function assertOpen(payment: Payment): void {
  if (payment.status !== 'open') throw endedRefusal(payment);
}

function endedRefusal({ status }: Payment) {
  return status === 'expired' ? refuse('payment_expired') : refuse('payment_ended', { status });
}
