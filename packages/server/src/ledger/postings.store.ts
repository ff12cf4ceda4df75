import type { Queryable, Tx } from '../platform/db/index.ts';
import type { FamilyRefusal } from './families.store.ts';
import { proofNumbers, type PayerProof, type SendLimits } from './post-sends.store.ts';

export type PostingType =
  | 'send'
  | 'topup'
  | 'refund'
  | 'payout'
  | 'deposit'
  | 'forfeit'
  | 'suspense'
  | 'suspense_credit'
  | 'payment'
  | 'hold'
  | 'capture'
  | 'hold_return'
  | 'payment_refund'
  | 'settlement'
  | 'settlement_paid'
  | 'settlement_return'
  | 'activation'
  | 'activation_return';

export interface Posting {
  readonly id: string;
  readonly type: PostingType;
  readonly payerId: bigint | null;
  readonly payeeId: bigint | null;
  readonly amount: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly payerBalance: bigint | null;
  readonly payer: string | null;
  readonly payee: string | null;
  readonly app: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
}

export async function findPosting(db: Queryable, id: string): Promise<Posting | null> {
  const { rows } = await db.query<Posting>(
    `select p.id, p.type, p.payer_id as "payerId", p.payee_id as "payeeId", p.amount, p.global_fee as "globalFee", p.app_fee as "appFee",
       p.payer_balance as "payerBalance", payer.pid as payer, payee.pid as payee, app.client_id as app, p.note, p.created_at as "createdAt"
     from ledger_postings p
       left join ledger_accounts pa on pa.id = p.payer_id left join identity_facts payer on payer.id = pa.identity_id
       left join ledger_accounts ra on ra.id = p.payee_id left join identity_facts payee on payee.id = ra.identity_id
       left join ledger_accounts app on app.id = p.app_id
     where p.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface KnownKey {
  readonly requestHash: Buffer;
  readonly subject: string;
}

/**
 * Finds the posting or top-up that a caller's key refers to. The result is final only under the lock of the
 * caller's account.
 */
export async function findKey(db: Queryable, accountId: bigint, key: string): Promise<KnownKey | null> {
  const { rows } = await db.query<{ request_hash: Buffer; subject: string }>(
    'select request_hash, subject from ledger_keys where account_id = $1 and key = $2',
    [accountId, key],
  );
  return rows[0] ? { requestHash: rows[0].request_hash, subject: rows[0].subject } : null;
}

export async function insertKey(
  db: Queryable,
  row: { accountId: bigint; key: string; requestHash: Buffer; subject: string; now: Date },
): Promise<void> {
  await db.query(
    'insert into ledger_keys (account_id, key, request_hash, subject, created_at) values ($1, $2, $3, $4, $5)',
    [row.accountId, row.key, row.requestHash, row.subject, row.now],
  );
}

export interface PayoutPosting {
  readonly outcome: 'posted' | 'insufficient' | 'payee_full' | 'app_closed' | 'payee_closed';
  /** The remaining balance of the escrow, or the insufficient balance. */
  readonly payerBalance: bigint;
  readonly at: Date;
}

/** Posts a payout from an app's escrow to its owner. The database checks the ownership. */
export async function postPayout(
  db: Queryable,
  payout: { id: string; escrow: bigint; owner: bigint; amount: bigint; balanceMax: bigint },
  now: Date,
): Promise<PayoutPosting> {
  const { rows } = await db.query<PayoutPosting>(
    'select outcome, payer_balance as "payerBalance", at from ledger_post_payout($1, $2, $3, $4, $5, $6)',
    [now, payout.id, payout.escrow, payout.owner, payout.amount, payout.balanceMax],
  );
  return rows[0]!;
}

export type DepositPosting =
  | { readonly outcome: 'posted'; readonly escrowBalance: bigint; readonly at: Date }
  /** `available`: the insufficient balance. */
  | { readonly outcome: 'insufficient'; readonly available: bigint }
  /** `available`: the amount that may still be sent today. */
  | { readonly outcome: 'daily_limit'; readonly available: bigint }
  | { readonly outcome: 'step_up_needed' }
  | { readonly outcome: 'app_closed' | 'payer_closed' | Exclude<FamilyRefusal, 'parent_approval_needed'> };

/** Posts a deposit from the owner of an app to its escrow. The database checks the ownership. */
export async function postDeposit(
  db: Queryable,
  deposit: { id: string; payer: bigint; escrow: bigint; amount: bigint; proof: PayerProof },
  limits: SendLimits,
  now: Date,
): Promise<DepositPosting> {
  const { rows } = await db.query<DepositPosting>(
    `select outcome, available, escrow_balance as "escrowBalance", at
     from ledger_post_deposit($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      now,
      deposit.id,
      deposit.payer,
      deposit.escrow,
      deposit.amount,
      proofNumbers[deposit.proof],
      limits.stepUpAmount,
      limits.dailyLimit,
      limits.timeZone,
    ],
  );
  return rows[0]!;
}

export type ActivationPosting =
  | { readonly outcome: 'posted' | 'payer_closed' }
  /** `available`: the insufficient balance, or the amount that may still be sent today. */
  | { readonly outcome: 'insufficient' | 'daily_limit'; readonly available: bigint };

/** Takes the price that the operation states. The database checks that the operation belongs to the payer. */
export async function takeActivation(
  tx: Tx,
  { id, payer, operationId }: { id: string; payer: bigint; operationId: string },
  limits: SendLimits,
  now: Date,
): Promise<ActivationPosting> {
  const { rows } = await tx.query<ActivationPosting>(
    'select outcome, available from ledger_take_activation($1, $2, $3, $4, $5, $6, $7)',
    [now, id, payer, operationId, limits.stepUpAmount, limits.dailyLimit, limits.timeZone],
  );
  return rows[0]!;
}

/** The database checks that the operation can no longer land; a repeated call does nothing. */
export async function returnActivation(
  tx: Tx,
  { id, operationId }: { id: string; operationId: string },
  now: Date,
): Promise<void> {
  await tx.query('select ledger_return_activation($1, $2, $3)', [now, id, operationId]);
}

/**
 * The balance of the payee directly after a posting. Entries are in the order of time, so the search goes
 * back from the last entry of that moment.
 */
export async function payeeBalanceAfter(
  db: Queryable,
  { id, payeeId }: Pick<Posting, 'id' | 'payeeId'>,
): Promise<bigint> {
  const { rows } = await db.query<{ balance_after: bigint }>(
    `select balance_after from ledger_entries
     where account_id = $1 and posting_id = $2
       and version <= (select ledger_version_at($1, created_at) from ledger_postings where id = $2)
     order by version desc limit 1`,
    [payeeId, id],
  );
  return rows[0]!.balance_after;
}

/**
 * Deletes some notes of one closed account. Returns false if none is due. Amounts and accounts stay
 * unchanged.
 */
export async function forgetNotes(db: Queryable, days: number): Promise<boolean> {
  const { rows } = await db.query<{ more: boolean }>('select ledger_forget_notes($1::integer) as more', [
    days,
  ]);
  return rows[0]!.more;
}
