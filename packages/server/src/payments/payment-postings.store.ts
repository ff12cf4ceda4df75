import type { FeeRule } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';

/**
 * Functions that change the status of a payment, each in one conditional statement. They decide under the
 * locks of the accounts.
 */

export interface Confirmation {
  readonly paymentId: string;
  readonly postingId: string;
  readonly payer: { readonly identityId: string; readonly accountId: bigint };
  readonly expectedTotal: bigint;
  /**
   * How the payer confirmed: 0 not at all, 1 by a recent sign-in if step-up is needed, 2 by a passkey
   * signature over this request.
   */
  readonly proof: 0 | 1 | 2;
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
    | 'insufficient';
  /** The insufficient balance, or the amount that may still be sent today, depending on the outcome. */
  readonly available: bigint | null;
  readonly total: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
}

/**
 * Posts the confirmations in the given order, in one statement and so in one transaction, to hold locks no
 * longer than necessary.
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
      confirmations.map(({ proof }) => proof),
      limits.feeRule.version,
      limits.balanceMax,
      limits.stepUpAmount,
      limits.dailyLimit,
      limits.timeZone,
    ],
  });
  return rows;
}

export interface Captured {
  readonly outcome: 'paid' | 'ended' | 'not_found' | 'beyond' | 'app_paused' | 'payee_full';
  readonly most: bigint | null;
}

export interface Capture {
  readonly paymentId: string;
  readonly postingId: string;
  /** Null: the full amount. */
  readonly amount: bigint | null;
}

/** Posts captures of one app, in the same way as confirmations. */
export async function postCaptures(
  db: Queryable,
  clientId: string,
  captures: readonly Capture[],
  balanceMax: bigint,
): Promise<Captured[]> {
  const { rows } = await db.query<Captured>({
    name: 'payment-capture-all',
    text: 'select outcome, most from payment_capture_all($1, $2, $3, $4, $5)',
    values: [
      captures.map(({ paymentId }) => paymentId),
      clientId,
      captures.map(({ postingId }) => postingId),
      captures.map(({ amount }) => amount),
      balanceMax,
    ],
  });
  return rows;
}

/** Only the sweep gets `early`, if the time to capture has not passed yet. */
export type Voided = 'void' | 'ended' | 'not_found' | 'early';

export async function postVoid(
  db: Queryable,
  order: { paymentId: string; clientId: string | null; isForced?: boolean; postingId: string },
): Promise<Voided> {
  const { rows } = await db.query<{ outcome: Voided }>('select payment_void($1, $2, $3, $4) as outcome', [
    order.paymentId,
    order.clientId,
    order.isForced ?? false,
    order.postingId,
  ]);
  return rows[0]!.outcome;
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
