import type { Queryable } from '../platform/db/index.ts';

/** The charge behind one of the provider's orders, according to our books. */
export interface BookedCharge {
  readonly orderId: string;
  readonly topUpId: string;
  readonly status: string;
  /** The amount due. */
  readonly total: bigint;
  readonly chargeId: string | null;
  readonly refunded: bigint;
  readonly paidAt: Date | null;
  /** The number of sessions of this top-up; it may have been paid on another page. */
  readonly orders: bigint;
  /** The part of this top-up in suspense because it was paid twice or with a different amount. */
  readonly suspended: bigint;
  readonly suspendedReturned: bigint;
}

const columns = `coalesce(s.order_id, t.id::text) as "orderId", t.id as "topUpId", t.status, t.amount + t.global_fee + t.app_fee + t.provider_fee as total,
    t.payment_id as "chargeId", t.refunded, t.paid_at as "paidAt",
    (select count(*) from topup_sessions o where o.topup_id = t.id) as orders,
    coalesce(x.amount, 0)::bigint as suspended, coalesce(x.returned, 0)::bigint as "suspendedReturned"`;
const inSuspense = `left join lateral (select sum(amount) as amount, sum(returned) as returned from suspense_facts
      where reference = t.id and reason in ('paid_twice', 'other_amount')) x on true`;

export async function listBookedCharges(
  db: Queryable,
  provider: string,
  orderIds: readonly string[],
): Promise<BookedCharge[]> {
  const { rows } = await db.query<BookedCharge>(
    `select ${columns} from topup_sessions s join topups t on t.id = s.topup_id ${inSuspense} where t.provider = $1 and s.order_id = any($2)`,
    [provider, orderIds],
  );
  return rows;
}

/**
 * Finds top-ups that our books credited within a period, except the given ones. This includes a credit
 * without a page at the provider, which no payer can have paid.
 */
export async function listPaidBetween(
  db: Queryable,
  provider: string,
  span: { readonly from: Date; readonly to: Date },
  exceptTopUps: readonly string[],
): Promise<BookedCharge[]> {
  const { rows } = await db.query<BookedCharge>(
    `select ${columns} from topups t left join topup_sessions s on s.topup_id = t.id ${inSuspense} where t.provider = $1 and t.paid_at between $2 and $3 and not t.id = any($4) order by t.paid_at`,
    [provider, span.from, span.to, exceptTopUps],
  );
  return rows;
}
