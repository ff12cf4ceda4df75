import type { Queryable } from '../platform/db/index.ts';

export interface Posting {
  readonly id: string;
  readonly type: 'send' | 'topup' | 'refund' | 'payout' | 'forfeit';
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
  const { rows } = await db.query<Posting & { [column: string]: unknown }>(
    `select p.id, p.type, p.payer_id as "payerId", p.payee_id as "payeeId", p.amount, p.global_fee as "globalFee", p.app_fee as "appFee",
       p.payer_balance as "payerBalance", payer.handle || '@pid' as payer, payee.handle || '@pid' as payee, app.client_id as app, p.note, p.created_at as "createdAt"
     from ledger_postings p
       left join ledger_accounts pa on pa.id = p.payer_id left join identities payer on payer.id = pa.identity_id
       left join ledger_accounts ra on ra.id = p.payee_id left join identities payee on payee.id = ra.identity_id
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

/** What a caller's key stands for already. Binding only under the lock of the caller's account. */
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

export interface PostingInput {
  readonly id: string;
  readonly type: Exclude<Posting['type'], 'send'>;
  readonly payer: bigint | null;
  readonly payee: bigint | null;
  readonly app: bigint | null;
  readonly amount: bigint;
  readonly globalFee?: bigint;
  readonly appFee?: bigint;
  readonly providerFee?: bigint;
  readonly feeRule?: number;
  readonly reference?: string;
  /** Signed, each account once, summing to zero. */
  readonly entries: readonly { readonly account: bigint; readonly amount: bigint }[];
  /** Debits take what there is; what is missing is booked to the receivables. */
  readonly capped?: boolean;
}

export interface PostingResult {
  readonly outcome: 'posted' | 'insufficient';
  readonly payerBalance: bigint | null;
  readonly receivable: bigint;
  readonly at: Date;
}

/** Locks the accounts in the order of their ids. A caller that locks anything else locks it after this, or holds none of these. */
export async function post(db: Queryable, input: PostingInput, now: Date): Promise<PostingResult> {
  const entries = input.entries.filter(({ amount }) => amount !== 0n);
  const { rows } = await db.query<{
    outcome: PostingResult['outcome'];
    payer_balance: bigint | null;
    receivable: bigint;
    at: Date;
  }>(
    'select outcome, payer_balance, receivable, at from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    [
      now,
      input.id,
      input.type,
      input.payer,
      input.payee,
      input.app,
      input.amount,
      input.globalFee ?? 0n,
      input.appFee ?? 0n,
      input.providerFee ?? 0n,
      input.feeRule ?? null,
      input.reference ?? null,
      entries.map(({ account }) => account),
      entries.map(({ amount }) => amount),
      input.capped ?? false,
    ],
  );
  const row = rows[0]!;
  return { outcome: row.outcome, payerBalance: row.payer_balance, receivable: row.receivable, at: row.at };
}

/** Locks accounts in the one order that everybody keeps. */
export async function lockAccounts(db: Queryable, accounts: readonly bigint[]): Promise<void> {
  await db.query('select from ledger_accounts where id = any($1) order by id for no key update', [accounts]);
}
