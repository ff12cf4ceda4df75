import { recordAppAudit, recordAudit, type AuditOrigin } from '../audit/index.ts';
import { findKey, insertKey, lockAccounts, newPostingId, type StepUp } from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import {
  actorOf,
  identityOf,
  type AdminCaller,
  type Caller,
  type IdempotencyKey,
  type UserCaller,
} from '../platform/http/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { postRefund, type Refunded } from './payment-postings.store.ts';
import { findPayment, type Payment } from './payments.store.ts';

interface RefundRequest {
  readonly paymentId: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly origin: AuditOrigin;
  readonly key: IdempotencyKey;
  readonly stepUp: StepUp;
}

interface RefundBy {
  /** The app that refunds; null for an administrator. */
  readonly clientId: string | null;
  /** The owner or member who refunds for the app. */
  readonly member: UserCaller | null;
  /**
   * The account that owns the idempotency keys: the app's escrow for any of its secrets, or the account of
   * the owner or administrator. Null for a machine credential, which has no account.
   */
  readonly keys: bigint | null;
  readonly actor: string;
  readonly identityId: string | null;
}

export interface RefundResult {
  readonly payment: Payment;
  readonly replayed: boolean;
}

export async function refundPayment(
  deps: PaymentDeps,
  caller: Caller,
  request: RefundRequest & { readonly clientId: string },
): Promise<RefundResult> {
  const isApp = caller.type === 'app';
  return refund(deps, request, {
    clientId: request.clientId,
    member: isApp ? null : caller,
    keys: isApp ? await deps.book.ofApp(caller.clientId) : await deps.book.ofIdentity(caller.identityId),
    actor: isApp ? caller.clientId : caller.pid,
    identityId: isApp ? null : caller.identityId,
  });
}

export async function refundPaymentAsAdmin(
  deps: PaymentDeps,
  caller: AdminCaller,
  request: RefundRequest,
): Promise<RefundResult> {
  return refund(deps, request, {
    clientId: null,
    member: null,
    keys: caller.type === 'user' ? await deps.book.ofIdentity(caller.identityId) : null,
    actor: actorOf(caller),
    identityId: identityOf(caller),
  });
}

/**
 * Refunds from the app's escrow to the payer. The last part of a full refund includes our fee. A replayed
 * idempotency key needs no further step-up.
 */
async function refund(deps: PaymentDeps, request: RefundRequest, by: RefundBy): Promise<RefundResult> {
  const { paymentId, amount, reason, origin, key: sentKey, stepUp } = request;
  const { clientId } = by;
  const payment = await findPayment(deps.db, paymentId);
  if (!payment || (clientId !== null && payment.clientId !== clientId)) throw refuse('payment_not_found');
  const isAdministrator = clientId === null;
  if (isAdministrator && by.identityId !== null && by.identityId === payment.payerIdentityId)
    throw refuse('own_money');
  const escrow = await deps.book.ofApp(payment.clientId);
  const payer = payment.payerIdentityId ? await deps.book.ofIdentity(payment.payerIdentityId) : escrow;
  const keys = by.keys ?? escrow;
  // Keys from apps cannot contain a space, so the key of a machine credential never collides with one of the app.
  // mutant (admin/machine-work): `${by.actor} ${sentKey.key}` => sentKey.key
  const key = by.keys === null ? { ...sentKey, key: `${by.actor} ${sentKey.key}` } : sentKey;
  if (!(await findKey(deps.db, keys, key.key))) await stepUp.require();
  const replayed = await deps.db.transaction(async (tx) => {
    // Before the accounts: a concurrent removal of the member waits or is seen. A paused app may refund.
    if (by.member) await deps.apps.isPausedUnderLock(tx, payment.clientId);
    // Lock in the order that all postings use, before the function needs these accounts.
    await lockAccounts(tx, [...new Set([keys, escrow, payer])]);
    const known = await findKey(tx, keys, key.key);
    if (known) {
      if (!known.requestHash.equals(key.requestHash)) throw refuse('idempotency_key_reused');
      return true;
    }
    const app = by.member && (await deps.apps.admit(tx, by.member, payment.clientId, 'refundPayment'));
    const now = deps.clock.now();
    const postingId = newPostingId(deps.clock, deps.ids);
    const refunded = await postRefund(tx, {
      paymentId,
      clientId,
      amount,
      reason,
      postingId,
      actor: by.actor,
    });
    assertRefunded(refunded, amount, payment);
    await insertKey(tx, {
      accountId: keys,
      key: key.key,
      requestHash: key.requestHash,
      subject: postingId,
      now,
    });
    const entry = {
      at: now,
      identityId: by.identityId,
      actor: by.actor,
      action: 'payment.refunded',
      target: payment.id,
      details: { amount: Number(amount), ...(reason ? { reason } : {}) },
      origin,
    };
    if (app) await recordAppAudit(tx, entry, app.ownerIdentityId);
    else if (by.identityId !== null || by.keys === null) await recordAudit(tx, entry);
    return false;
  });
  return {
    payment: (await findPayment(deps.db, payment.id)) ?? impossible('a payment is missing'),
    replayed,
  };
}

function assertRefunded({ outcome, available }: Refunded, amount: bigint, { status }: Payment): void {
  if (outcome === 'not_found') throw refuse('payment_not_found');
  if (outcome === 'not_to_app') throw refuse('payment_not_refundable');
  if (outcome === 'ended') throw refuse('payment_ended', { status });
  if (outcome === 'beyond') throw refuse('refund_too_much', { left: available! });
  if (outcome === 'payer_closed') throw refuse('payer_gone');
  if (outcome === 'insufficient')
    throw refuse('insufficient_balance', {
      needed: amount,
      available: available!,
      short: amount - available!,
    });
}
