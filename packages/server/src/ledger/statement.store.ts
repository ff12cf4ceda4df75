import type { Goods } from '@pid/contract/name-goods';
import type { Queryable } from '../platform/db/index.ts';
import type { PostingType } from './postings.store.ts';

export interface EntryRow {
  readonly version: bigint;
  readonly id: string;
  readonly postingType: PostingType;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly fee: bigint;
  /** The other party: a pid or an app's client_id. */
  readonly counterparty: string | null;
  readonly app: string | null;
  readonly appName: string | null;
  readonly paymentId: string | null;
  /** The current state of the payment, not its state at the time of the entry. */
  readonly paymentStatus: 'held' | 'paid' | 'refunded' | 'void' | null;
  readonly returned: bigint | null;
  readonly refunded: bigint | null;
  /** The allowance that paid the payment. */
  readonly allowance: string | null;
  /** The reason for a refund. */
  readonly reason: string | null;
  readonly note: string | null;
  /** The item of a payment, if it names one. */
  readonly goods: Goods | null;
  readonly createdAt: Date;
  readonly isPayer: boolean;
  readonly isPayee: boolean;
}

export interface VersionRange {
  /** Exclusive. */
  readonly above: bigint;
  /** Inclusive. */
  readonly upTo: bigint;
}

/** A player's account and the number of its last entry. */
export async function accountVersion(
  db: Queryable,
  identityId: string,
): Promise<{ id: bigint; version: bigint } | null> {
  const { rows } = await db.query<{ id: bigint; version: bigint }>({
    name: 'ledger_account_version',
    text: 'select id, version from ledger_accounts where identity_id = $1',
    values: [identityId],
  });
  return rows[0] ?? null;
}

/** Returns the range of entry numbers in a time range, including both ends. */
export async function versionRange(
  db: Queryable,
  accountId: bigint,
  from: Date | null,
  to: Date | null,
): Promise<VersionRange> {
  const { rows } = await db.query<{ above: bigint; up_to: bigint }>({
    name: 'ledger_version_range',
    text: `select case when $2::timestamptz is null then 0 else ledger_version_at($1, $2::timestamptz - interval '1 microsecond') end as above,
      case when $3::timestamptz is null then version else ledger_version_at($1, $3) end as up_to
      from ledger_accounts where id = $1`,
    values: [accountId, from, to],
  });
  return { above: rows[0]?.above ?? 0n, upTo: rows[0]?.up_to ?? 0n };
}

/**
 * Returns entries newest first. Entries are numbered without gaps, so a page is a range of the primary key.
 */
export async function listEntries(
  db: Queryable,
  accountId: bigint,
  range: VersionRange,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>({
    name: 'ledger_list_entries',
    text: `select e.version, p.id, p.type as "postingType", e.amount, e.balance_after as "balanceAfter", case when p.type = 'hold' then f.confirmed_total - f.amount else coalesce(t.fee, p.global_fee + p.app_fee) end as fee,
        coalesce(i.pid, o.client_id) as counterparty, app.client_id as app, coalesce(f.app_name, a.name) as "appName",
        f.id as "paymentId", f.status as "paymentStatus", f.returned, f.refunded, f.allowance_id as allowance, r.reason, coalesce(p.note, f.description) as note, f.goods, p.created_at as "createdAt",
        p.payer_id is not distinct from $1 as "isPayer", p.payee_id is not distinct from $1 as "isPayee"
      from (select * from ledger_entries where account_id = $1 and version > $2 and version <= $3 order by version desc limit $4) e
        join ledger_postings p on p.id = e.posting_id
        left join ledger_accounts o on o.id = case when p.payer_id = $1 then p.payee_id else p.payer_id end
        left join identity_facts i on i.id = o.identity_id
        left join ledger_accounts app on app.id = p.app_id
        left join payment_facts f on f.id = p.reference and p.type in ('payment', 'hold', 'capture', 'hold_return', 'payment_refund')
        left join app_facts a on a.client_id = coalesce(app.client_id, o.client_id)
        left join payment_refund_facts r on r.id = p.id and p.type = 'payment_refund'
        left join settlement_facts t on t.id = p.reference and p.type in ('settlement', 'settlement_return')
      order by e.version desc`,
    values: [accountId, range.above, range.upTo, limit],
  });
  return rows;
}

/** The sums of the payouts from an app's escrow, of the owner's deposits to it, and of its settlements that did not return. */
export async function sumOwnerMoves(
  db: Queryable,
  accountId: bigint,
): Promise<{ paidOut: bigint; deposited: bigint; settled: bigint }> {
  const { rows } = await db.query<{ paidOut: bigint; deposited: bigint; settled: bigint }>(
    `select (select coalesce(sum(amount), 0)::bigint from ledger_postings where payer_id = $1 and type = 'payout') as "paidOut",
       (select coalesce(sum(amount), 0)::bigint from ledger_postings where payee_id = $1 and type = 'deposit') as deposited,
       (select coalesce(sum(case type when 'settlement' then amount else -amount end), 0)::bigint from ledger_postings
         where app_id = $1 and type in ('settlement', 'settlement_return')) as settled`,
    [accountId],
  );
  return rows[0]!;
}
