import { streamRows, type Queryable, type Tx } from '../platform/db/index.ts';

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

/** An order according to a settlement file: the sums of its lines. */
export interface FiledOrder {
  readonly orderId: string;
  /** The number of its first line. */
  readonly line: number;
  readonly charged: bigint;
  readonly refunded: bigint;
  readonly chargeId: string | null;
}

/** An order of the file with refunds from the books, which `addBookedRefunds` has added to one order of the top-up. */
export type StoredOrder = FiledOrder & { readonly bookedRefunds: bigint };

/** Runs work that stores the orders of a file, and removes them afterwards. */
export async function* withFiledOrders<Item, Result>(
  tx: Tx,
  work: AsyncGenerator<Item, Result>,
): AsyncGenerator<Item, Result> {
  await tx.query('savepoint before_filed_orders');
  const result = yield* work;
  await tx.query('rollback to savepoint before_filed_orders');
  return result;
}

/** Adds lines to the orders of the file. No order may occur twice in `orders`. */
export async function addFiledOrders(tx: Tx, orders: readonly FiledOrder[]): Promise<void> {
  await tx.query(
    `insert into settlement_file_orders as f (order_id, line, charged, refunded, charge_id)
     select * from unnest($1::text[], $2::integer[], $3::numeric[], $4::numeric[], $5::text[])
     on conflict (order_id, backend) do update set charged = f.charged + excluded.charged, refunded = f.refunded + excluded.refunded,
       charge_id = coalesce(f.charge_id, excluded.charge_id)`,
    [
      orders.map(({ orderId }) => orderId),
      orders.map(({ line }) => line),
      orders.map(({ charged }) => charged),
      orders.map(({ refunded }) => refunded),
      orders.map(({ chargeId }) => chargeId),
    ],
  );
}

export async function countFiledOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>('select count(*) as count from settlement_file_orders');
  return Number(rows[0]!.count);
}

/** Each refund must name another order. */
export async function addBookedRefunds(tx: Tx, refunds: ReadonlyMap<string, bigint>): Promise<void> {
  await tx.query(
    `update settlement_file_orders f set booked_refunds = f.booked_refunds + r.amount
     from unnest($1::text[], $2::numeric[]) r (order_id, amount) where f.order_id = r.order_id`,
    [[...refunds.keys()], [...refunds.values()]],
  );
}

const filedColumns =
  'order_id as "orderId", line, charged::text, refunded::text, charge_id as "chargeId", booked_refunds::text as "bookedRefunds"';

interface FiledRow {
  readonly orderId: string;
  readonly line: number;
  readonly charged: string;
  readonly refunded: string;
  readonly chargeId: string | null;
  readonly bookedRefunds: string;
}

const toOrder = (row: FiledRow): StoredOrder => ({
  ...row,
  charged: BigInt(row.charged),
  refunded: BigInt(row.refunded),
  bookedRefunds: BigInt(row.bookedRefunds),
});

/** Returns those of the orders that are in the file. */
export async function findFiledOrders(tx: Tx, orderIds: readonly string[]): Promise<StoredOrder[]> {
  const { rows } = await tx.query<FiledRow>(
    `select ${filedColumns} from settlement_file_orders where order_id = any($1)`,
    [orderIds],
  );
  return rows.map(toOrder);
}

/** Yields the orders of the file in the order of their first lines. */
export async function* streamFiledOrders(tx: Tx, batchRows: number): AsyncGenerator<StoredOrder[]> {
  const sql = `select ${filedColumns} from settlement_file_orders order by line`;
  for await (const rows of streamRows<FiledRow>(tx, sql, [], batchRows)) yield rows.map(toOrder);
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
