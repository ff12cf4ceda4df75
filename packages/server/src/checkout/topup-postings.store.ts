import type { SuspenseReason } from '../ledger/index.ts';
import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';

export interface CreditOrder {
  /** The id of the posting, and the id of the suspense item if one is created. */
  readonly postingId: string;
  readonly itemId: string;
  readonly topUpId: string;
  readonly chargeId: string;
  readonly paymentRequestId: string | null;
  /** The amount that the provider received, in rupiah. */
  readonly paid: bigint;
  readonly balanceMax: bigint;
}

export interface Credited {
  /** `known`: this charge was already booked. `foreign`: it belongs to another top-up. */
  readonly outcome: 'credited' | 'suspended' | 'known' | 'foreign';
  /** Why money went to suspense: the whole charge, or only the app's fee if the app was deleted. */
  readonly reason: SuspenseReason | null;
}

export interface Confirmation {
  readonly topUpId: string;
  readonly provider: string;
  readonly chargeId: string;
  readonly paid: bigint;
  /** The provider's notice and the response of its status API, as received. */
  readonly notice: string | null;
  readonly answer: string;
  readonly now: Date;
}

/**
 * Stores the provider's confirmation of a charge. `creditTopUp` books nothing without it. The first
 * confirmation is kept.
 */
export async function insertConfirmation(tx: Tx, row: Confirmation): Promise<void> {
  await tx.query(
    `insert into topup_confirmations (topup_id, provider, payment_id, paid, notice, answer, confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (topup_id, payment_id, paid) do nothing`,
    [row.topUpId, row.provider, row.chargeId, row.paid, row.notice, row.answer, row.now],
  );
}

/**
 * Deletes the notices and responses of confirmations before a moment; the confirmation and its hash are kept.
 */
export async function forgetConfirmationTexts(db: Queryable, before: Date): Promise<void> {
  await inBatches(async (most) => {
    const { rows } = await db.query<{ count: bigint }>('select topup_confirmations_forget($1, $2) as count', [
      before,
      most,
    ]);
    return Number(rows[0]!.count);
  });
}

/** Books a charge once. It locks all affected accounts first, then the top-up. */
export async function creditTopUp(tx: Tx, order: CreditOrder, now: Date): Promise<Credited> {
  const { rows } = await tx.query<Credited>(
    'select outcome, reason from ledger_credit_topup($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      now,
      order.postingId,
      order.itemId,
      order.topUpId,
      order.chargeId,
      order.paymentRequestId,
      order.paid,
      order.balanceMax,
    ],
  );
  return rows[0]!;
}

export interface TakenBack {
  readonly outcome: 'posted' | 'known';
  /** The total refunded of this charge. */
  readonly refunded: bigint;
  /** The part of this clawback that no balance could cover. */
  readonly receivable: bigint;
}

/** `refunded` is the total that the payer received back of this charge; repeating it changes nothing. */
export async function takeBackCharge(
  tx: Tx,
  order: { postingId: string; topUpId: string; chargeId: string; refunded: bigint },
  now: Date,
): Promise<TakenBack> {
  const { rows } = await tx.query<TakenBack>(
    'select outcome, refunded, receivable from ledger_claw_back($1, $2, $3, $4, $5)',
    [now, order.postingId, order.topUpId, order.chargeId, order.refunded],
  );
  return rows[0]!;
}

/**
 * Conditional, so that a final status set concurrently is kept. An expired top-up is still checked, because
 * money can arrive late.
 */
export async function endTopUp(db: Queryable, id: string, status: 'expired' | 'failed'): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>('select end_topup($1, $2) as ended', [id, status]);
  return rows[0]!.ended;
}
