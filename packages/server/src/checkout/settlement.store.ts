import type { Queryable } from '../platform/db/index.ts';

export interface Span {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** A top-up according to our books. */
export interface BookedTopUp {
  readonly topUpId: string;
  /** The order ids of its pages at the provider. */
  readonly orderIds: readonly string[];
  readonly status: string;
  readonly chargeId: string | null;
  /** Everything that was paid, also what went to suspense because it was paid twice or with a different amount. */
  readonly received: bigint;
  readonly receivedWithin: bigint;
  readonly isPaidTwice: boolean;
  readonly returned: bigint;
}

/** Finds the top-ups of orders. An order that we never opened is in none of them. */
export async function listBookedTopUps(
  db: Queryable,
  provider: string,
  orderIds: readonly string[],
  span: Span,
): Promise<BookedTopUp[]> {
  const { rows } = await db.query<BookedTopUp>(
    `select t.id as "topUpId", array(select order_id from topup_sessions where topup_id = t.id order by created_at, order_id) as "orderIds", t.status,
       t.payment_id as "chargeId", case when t.paid_at is null then 0 else total end + x.amount as received,
       case when t.paid_at >= $3 and t.paid_at < $4 then total else 0 end + x.within as "receivedWithin", x.amount > 0 as "isPaidTwice", t.refunded + x.returned as returned
     from topups t cross join lateral (select t.amount + t.global_fee + t.app_fee + t.provider_fee as total) sum
       cross join lateral (select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(returned), 0)::bigint as returned,
         coalesce(sum(amount) filter (where since >= $3 and since < $4), 0)::bigint as within
         from suspense_facts where reference = t.id and reason in ('paid_twice', 'other_amount')) x
     where t.provider = $1 and t.id in (select topup_id from topup_sessions where order_id = any($2))`,
    [provider, orderIds, span.from, span.until],
  );
  return rows;
}

/** Finds the orders of top-ups. A top-up without a page at the provider, which no payer can have paid, has none. */
export async function listOrdersOf(
  db: Queryable,
  provider: string,
  topUpIds: readonly string[],
): Promise<{ readonly topUpId: string; readonly orderIds: readonly string[] }[]> {
  const { rows } = await db.query<{ topUpId: string; orderIds: string[] }>(
    `select t.id as "topUpId", array(select order_id from topup_sessions where topup_id = t.id order by created_at, order_id) as "orderIds"
     from topups t where t.provider = $1 and t.id = any($2)`,
    [provider, topUpIds],
  );
  return rows;
}

/** Returns the given orders that are in our books. */
export async function listKnownOrders(
  db: Queryable,
  provider: string,
  orderIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ orderId: string }>(
    'select s.order_id as "orderId" from topup_sessions s join topups t on t.id = s.topup_id where t.provider = $1 and s.order_id = any($2)',
    [provider, orderIds],
  );
  return rows.map(({ orderId }) => orderId);
}

export async function startOfDay(db: Queryable, day: string, timeZone: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select $1::timestamp at time zone $2 as at', [
    day,
    timeZone,
  ]);
  return rows[0]!.at;
}
