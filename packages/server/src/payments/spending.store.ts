import type { Queryable } from '../platform/db/index.ts';

export interface SpendingRow {
  readonly month: string;
  /** Null if the player paid nothing in the month. */
  readonly clientId: string | null;
  readonly name: string | null;
  readonly amount: bigint | null;
}

/**
 * Sums what a player paid by month and app, newest month first, then largest amount. Every month has a row. Uses
 * the index on the payer.
 */
export async function sumByMonth(
  db: Queryable,
  asked: { identityId: string; months: number; now: Date; timeZone: string },
): Promise<SpendingRow[]> {
  const { rows } = await db.query<SpendingRow>(
    `with months as (
       select generate_series(this - make_interval(months => $2::integer - 1), this, interval '1 month') as began
       from (select date_trunc('month', $3::timestamptz at time zone $4::text) as this) now),
     paid as (
       select date_trunc('month', p.confirmed_at at time zone $4::text) as began, p.client_id,
         sum(p.captured + case when p.captured > 0 then p.global_fee + p.app_fee else 0 end - p.refunded
           - coalesce((select sum(r.fee) from payment_refunds r where r.payment_id = p.id and p.refunded > 0), 0))::bigint as amount
       from payments p
       where p.payer_identity_id = $1 and p.confirmed_at >= (select min(began) from months) at time zone $4::text
       group by 1, 2)
     select to_char(m.began, 'YYYY-MM') as month, paid.client_id as "clientId", app.name, paid.amount
     from months m left join (paid join app_facts app on app.client_id = paid.client_id) on paid.began = m.began and paid.amount > 0
     order by m.began desc, paid.amount desc, paid.client_id`,
    [asked.identityId, asked.months, asked.now, asked.timeZone],
  );
  return rows;
}
