import { proofNumbers, type FamilyRefusal, type FeeRule, type PayerProof } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { paymentsJson, type NewPayment } from './payments.store.ts';

/**
 * Functions that change the status of a payment, each in one conditional statement. Those that move money lock
 * the accounts first, in the order of their ids, and decide under these locks.
 */

export interface Confirmation {
  readonly paymentId: string;
  readonly postingId: string;
  readonly payer: { readonly identityId: string; readonly accountId: bigint };
  readonly expectedTotal: bigint;
  readonly proof: PayerProof;
}

export interface ConfirmLimits {
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  readonly stepUpAmount: bigint;
  readonly dailyLimit: bigint;
  readonly timeZone: string;
}

export interface Confirmed {
  readonly outcome:
    | 'paid'
    | 'held'
    | 'ended'
    | 'not_found'
    | 'app_paused'
    | 'own_payment'
    | 'total_changed'
    | 'payee_closed'
    | 'payee_full'
    | 'payer_closed'
    | 'step_up_needed'
    | 'daily_limit'
    | 'insufficient'
    | Exclude<FamilyRefusal, 'parent_forbids'>;
  /** The insufficient balance, or the amount that may still be sent today, depending on the outcome. */
  readonly available: bigint | null;
  readonly total: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
}

/**
 * Posts the confirmations in one statement and so in one transaction, to hold locks no longer than necessary.
 * Each payment and each payer must appear once.
 */
export async function postConfirmations(
  db: Queryable,
  confirmations: readonly Confirmation[],
  limits: ConfirmLimits,
): Promise<Confirmed[]> {
  const { rows } = await db.query<Confirmed>({
    name: 'payment-confirm-all',
    text: `select outcome, available, total, global_fee as "globalFee", app_fee as "appFee"
      from payment_confirm_all($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      confirmations.map(({ paymentId }) => paymentId),
      confirmations.map(({ postingId }) => postingId),
      confirmations.map(({ payer }) => payer.identityId),
      confirmations.map(({ payer }) => payer.accountId),
      confirmations.map(({ expectedTotal }) => expectedTotal),
      confirmations.map(({ proof }) => proofNumbers[proof]),
      limits.feeRule.version,
      limits.balanceMax,
      limits.stepUpAmount,
      limits.dailyLimit,
      limits.timeZone,
    ],
  });
  return rows;
}

/** A payment that an allowance pays when it is created. */
export interface Charge extends NewPayment {
  readonly allowanceId: string;
  readonly payerAccountId: bigint;
  readonly postingId: string;
  readonly key: ChargeKey | null;
}

/** The caller's idempotency key. */
export interface ChargeKey extends IdempotencyKey {
  /** The account of the caller, under whose lock the key is used. */
  readonly accountId: bigint;
}

export interface Charged {
  readonly outcome:
    | 'paid'
    /** The reference is used already. */
    | 'known'
    /** The idempotency key was used with another request. */
    | 'key_used'
    | 'not_found'
    | 'app_paused'
    | 'open'
    | 'ended'
    | 'exceeded'
    /** The cause lies with the player, who was told. */
    | 'player';
  /** What is left of the allowance, if the payment exceeds it. */
  readonly available: bigint | null;
}

/** Creates and pays payments by allowances, in one statement and so in one transaction. */
export async function postCharges(
  db: Queryable,
  charges: readonly Charge[],
  limits: ConfirmLimits,
): Promise<Charged[]> {
  const { rows } = await db.query<Charged & { place: number }>({
    name: 'payment-charge-all',
    text: 'select place, outcome, available from payment_charge_all($1, $2, $3, $4, $5)',
    values: [
      paymentsJson(charges),
      limits.feeRule.version,
      limits.stepUpAmount,
      limits.dailyLimit,
      limits.timeZone,
    ],
  });
  // The function judges them in the order of their references.
  return rows.toSorted((left, right) => left.place - right.place);
}

export interface HoldEnd {
  readonly paymentId: string;
  readonly postingId: string;
  /** The app that asks. Null: the service itself, which only voids. */
  readonly clientId: string | null;
  /** The amount to capture; null: all of it. */
  readonly capture: bigint | null | 'nothing';
}

export interface HoldEnded {
  readonly outcome:
    | 'paid'
    | 'void'
    | 'ended'
    | 'not_found'
    | 'beyond'
    | 'app_paused'
    | 'payee_full'
    | 'early';
  readonly most: bigint | null;
}

/**
 * Captures or voids held payments, in the same way as confirmations. With `isForced`, the service also voids holds whose
 * time to capture has not passed.
 */
export async function endHolds(
  db: Queryable,
  ends: readonly HoldEnd[],
  { balanceMax, isForced = false }: { readonly balanceMax: bigint; readonly isForced?: boolean },
): Promise<HoldEnded[]> {
  const { rows } = await db.query<HoldEnded>({
    name: 'payment-end-holds',
    text: 'select outcome, most from payment_end_holds($1, $2, $3, $4, $5, $6)',
    values: [
      ends.map(({ paymentId }) => paymentId),
      ends.map(({ clientId }) => clientId),
      ends.map(({ postingId }) => postingId),
      ends.map(({ capture }) => (capture === 'nothing' ? 0n : capture)),
      balanceMax,
      isForced,
    ],
  });
  return rows;
}

/**
 * Returns false if the payment is not open. An expired payment cannot be declined or cancelled, and only one
 * whose time has passed can expire.
 */
export async function endPayment(
  db: Queryable,
  paymentId: string,
  status: 'declined' | 'cancelled' | 'expired',
  identityId: string | null = null,
): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>('select payment_end($1, $2, $3) as ended', [
    paymentId,
    status,
    identityId,
  ]);
  return rows[0]!.ended;
}

interface ExtendOrder {
  readonly paymentId: string;
  readonly identityId: string;
  readonly feeRule: number;
  readonly until: Date;
}

/**
 * Does nothing if the payer has enough money, if the app ruled it out, or if the payment was extended before.
 */
export async function extendPayment(
  db: Queryable,
  { paymentId, identityId, feeRule, until }: ExtendOrder,
): Promise<void> {
  await db.query('select payment_extend($1, $2, $3, $4)', [paymentId, identityId, feeRule, until]);
}

export interface Refunded {
  readonly outcome:
    | 'refunded'
    | 'not_found'
    | 'not_to_app'
    | 'ended'
    | 'beyond'
    | 'payer_closed'
    | 'insufficient';
  readonly available: bigint | null;
}

export async function postRefund(
  db: Queryable,
  refund: {
    paymentId: string;
    clientId: string | null;
    postingId: string;
    amount: bigint;
    reason: string | null;
    actor: string;
  },
): Promise<Refunded> {
  const { rows } = await db.query<Refunded>(
    'select outcome, available from payment_refund($1, $2, $3, $4, $5, $6)',
    [refund.paymentId, refund.clientId, refund.postingId, refund.amount, refund.reason, refund.actor],
  );
  return rows[0]!;
}

export async function announceDueCaptures(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.query<{ told: number }>('select tell_due_captures($1) as told', [most]);
  return rows[0]!.told;
}
