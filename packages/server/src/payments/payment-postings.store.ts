import type { FeeRule } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';

/** The functions that move a payment on, each by one conditional statement; they judge everything under the locks of the accounts. */

export interface Confirmation {
  readonly paymentId: string;
  readonly postingId: string;
  readonly payer: { readonly identityId: string; readonly accountId: bigint };
  readonly expectedTotal: bigint;
  /** That it is the payer who asks: 0 not shown; 1 by a recent sign-in, where one is needed; 2 by a passkey over this very request. */
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
  /** What the payer has, or may still send today, when that is too little. */
  readonly available: bigint | null;
  readonly total: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
}

/** One statement, and so one transaction for all of them, in the order given: locks are held no longer than the postings take. */
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
  /** Null: all of it. */
  readonly amount: bigint | null;
}

/** Of one app, as confirmations. */
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

/** `early` is only told to the sweeper, which comes when the time is over. */
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

/** False when it is not open any more, or (expired) not over yet. */
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

/** Does nothing when the payer has enough, when the app ruled it out, or when it was extended before. */
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
