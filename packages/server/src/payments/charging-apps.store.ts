import type { Queryable } from '../platform/db/index.ts';

export interface ChargingApp {
  readonly clientId: string;
  readonly name: string;
  readonly payments: bigint;
  readonly paid: bigint;
  readonly held: bigint;
  readonly refunded: bigint;
  readonly lastAt: Date;
}

/** Sums the payments that a player has confirmed by app, latest first. Uses the index on the payer. */
export async function sumByApp(db: Queryable, identityId: string, limit: number): Promise<ChargingApp[]> {
  const { rows } = await db.query<ChargingApp>(
    `with own as (
       select p.client_id, p.confirmed_at, p.status, p.confirmed_total,
         p.captured + case when p.captured > 0 then p.global_fee + p.app_fee else 0 end as taken,
         p.refunded + coalesce((select sum(r.fee) from payment_refunds r where r.payment_id = p.id and p.refunded > 0), 0)::bigint as refunded
       from payments p where p.payer_identity_id = $1)
     select own.client_id as "clientId", app.name, count(*) as payments, (sum(taken) - sum(refunded))::bigint as paid,
       coalesce(sum(confirmed_total) filter (where status = 'held'), 0)::bigint as held, sum(refunded)::bigint as refunded, max(confirmed_at) as "lastAt"
     from own join app_facts app on app.client_id = own.client_id
     group by own.client_id, app.name order by max(confirmed_at) desc, own.client_id limit $2`,
    [identityId, limit],
  );
  return rows;
}
