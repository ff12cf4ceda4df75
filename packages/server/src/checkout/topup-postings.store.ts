import type { SuspenseReason } from '../ledger/index.ts';
import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';

export interface CreditOrder {
  /** Of the posting, and of the row in suspense should it become one. */
  readonly postingId: string;
  readonly itemId: string;
  readonly topUpId: string;
  readonly chargeId: string;
  readonly paymentRequestId: string | null;
  /** What the provider received, in rupiah. */
  readonly paid: bigint;
  readonly balanceMax: bigint;
}

export interface Credited {
  /** `known`: this payment was booked before. `foreign`: it has paid for another top-up. */
  readonly outcome: 'credited' | 'suspended' | 'known' | 'foreign';
  /** Why something went to suspense: all of it, or the app's fee alone when its app is gone. */
  readonly reason: SuspenseReason | null;
}

export interface Confirmation {
  readonly topUpId: string;
  readonly provider: string;
  readonly chargeId: string;
  readonly paid: bigint;
  /** The provider's notice and the answer of its status API, as they came. */
  readonly notice: string | null;
  readonly answer: string;
  readonly now: Date;
}

/** Stores that the provider has confirmed a payment. `creditTopUp` books nothing without it. The first one stands. */
export async function insertConfirmation(tx: Tx, row: Confirmation): Promise<void> {
  await tx.query(
    `insert into topup_confirmations (topup_id, provider, payment_id, paid, notice, answer, confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (topup_id, payment_id, paid) do nothing`,
    [row.topUpId, row.provider, row.chargeId, row.paid, row.notice, row.answer, row.now],
  );
}

/** Forgets the notices and answers of confirmations before a moment; that there was one, and its hash, stays. */
export async function forgetConfirmationTexts(db: Queryable, before: Date): Promise<void> {
  await inBatches(async (most) => {
    const { rows } = await db.query<{ count: bigint }>('select topup_confirmations_forget($1, $2) as count', [
      before,
      most,
    ]);
    return Number(rows[0]!.count);
  });
}

/** Books a payment once, under the locks of all accounts that it touches and of the top-up, in this order. */
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
  /** What has been given back of this payment, in all. */
  readonly refunded: bigint;
  /** What no balance could cover of what was taken now. */
  readonly receivable: bigint;
}

/** `refunded` is what the payer got back of this payment in all: told again, it changes nothing. */
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

/** Conditional, so that a state that was reached meanwhile stands. An expired one is still asked about: money may come late. */
export async function endTopUp(db: Queryable, id: string, status: 'expired' | 'failed'): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>('select end_topup($1, $2) as ended', [id, status]);
  return rows[0]!.ended;
}
