import type { Queryable, Tx } from '../platform/db/index.ts';

export type SuspenseReason =
  | 'account_closed'
  | 'app_closed'
  | 'app_transferred'
  | 'balance_full'
  | 'paid_twice'
  | 'other_amount';

export interface SuspenseItem {
  readonly id: string;
  readonly source: 'topup' | 'app_fee' | 'account' | 'payment' | 'settlement' | 'activation';
  /** The top-up that brought the money. */
  readonly reference: string | null;
  readonly provider: string | null;
  readonly paymentId: string | null;
  readonly amount: bigint;
  /** The amount that the provider has refunded. */
  readonly returned: bigint;
  readonly reason: SuspenseReason;
  readonly since: Date;
  readonly state: 'open' | 'returned' | 'credited';
  readonly refundAskedAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  /** The holder who would have received it: a pid, or an app's client_id. */
  readonly holder: string | null;
  readonly creditedTo: string | null;
}

const select = `select s.id, s.source, s.reference, s.provider, s.payment_id as "paymentId", s.amount, s.returned, s.reason, s.since, s.state,
    s.refund_asked_at as "refundAskedAt", s.resolved_at as "resolvedAt", s.resolved_by as "resolvedBy",
    coalesce(i.pid, a.client_id) as holder, credited.pid as "creditedTo"
  from ledger_suspense s join ledger_accounts a on a.id = s.account_id left join identity_facts i on i.id = a.identity_id
    left join ledger_accounts c on c.id = s.credited_account_id left join identity_facts credited on credited.id = c.identity_id`;

export async function findSuspenseItem(db: Queryable, id: string): Promise<SuspenseItem | null> {
  const { rows } = await db.query<SuspenseItem>(`${select} where s.id = $1`, [id]);
  return rows[0] ?? null;
}

export interface SuspensePage {
  readonly state: SuspenseItem['state'] | null;
  readonly before: { readonly since: string; readonly id: string } | null;
  readonly limit: number;
}

/** Newest first. */
export async function listSuspenseItems(db: Queryable, page: SuspensePage): Promise<SuspenseItem[]> {
  const { rows } = await db.query<SuspenseItem>(
    `${select} where ($1::text is null or s.state = $1) and ($2::timestamptz is null or (s.since, s.id) < ($2, $3::uuid))
     order by s.since desc, s.id desc limit $4`,
    [page.state, page.before?.since ?? null, page.before?.id ?? null, page.limit],
  );
  return rows;
}

export type CreditOutcome = 'credited' | 'resolved' | 'refund_asked' | 'payee_closed' | 'payee_full';

/** Credits an item under its lock, so that only one of several concurrent calls succeeds. */
export async function postSuspenseCredit(
  tx: Tx,
  order: {
    postingId: string;
    itemId: string;
    accountId: bigint;
    actor: string;
    note: string;
    balanceMax: bigint;
  },
  now: Date,
): Promise<CreditOutcome> {
  const { rows } = await tx.query<{ outcome: CreditOutcome }>(
    'select outcome from ledger_credit_suspense($1, $2, $3, $4, $5, $6, $7)',
    [now, order.postingId, order.itemId, order.accountId, order.actor, order.note, order.balanceMax],
  );
  return rows[0]!.outcome;
}

/**
 * Returns false if the item is resolved or did not come from a provider. While a refund is requested, the
 * item cannot be credited.
 */
export async function markRefundAsked(
  db: Queryable,
  itemId: string,
  asked: boolean,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ marked: boolean }>('select ledger_ask_refund($1, $2, $3) as marked', [
    now,
    itemId,
    asked,
  ]);
  return rows[0]!.marked;
}

/** An accepted refund may be under way, so a later refused request does not release the item. */
export async function markRefundAccepted(db: Queryable, itemId: string, now: Date): Promise<void> {
  await db.query('select ledger_refund_accepted($1, $2)', [now, itemId]);
}

/** Counts the unresolved items. */
export async function countSuspense(
  db: Queryable,
): Promise<{ items: number; rupiah: number; oldest: Date | null }> {
  const { rows } = await db.query<{ items: bigint; rupiah: bigint; oldest: Date | null }>(
    "select count(*) as items, coalesce(sum(amount - returned), 0)::bigint as rupiah, min(since) as oldest from ledger_suspense where state = 'open'",
  );
  return { items: Number(rows[0]!.items), rupiah: Number(rows[0]!.rupiah), oldest: rows[0]!.oldest };
}
