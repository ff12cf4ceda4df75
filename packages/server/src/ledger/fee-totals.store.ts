import type { Queryable } from '../platform/db/index.ts';
import { feeAccounts } from './platform-accounts.ts';
import { postingIdAt } from './posting-id.ts';

export interface DayOfFees {
  /** UTC. */
  readonly day: string;
  readonly sends: bigint;
  readonly topUps: bigint;
  readonly globalFees: bigint;
  readonly appFees: bigint;
  readonly providerFees: bigint;
  /** Growth of our fee accounts: fees minus refunded fees. */
  readonly income: bigint;
}

const dayMillis = 86_400_000;

/**
 * Fee income by day, including both ends. Ids ascend with time and entries are numbered, so the query reads
 * only the requested days.
 */
export async function feeTotalsByDay(db: Queryable, from: Date, to: Date): Promise<DayOfFees[]> {
  const { rows } = await db.query<DayOfFees>(
    `with charged as (
       select (created_at at time zone 'UTC')::date as day, count(*) filter (where type = 'send') as sends, count(*) filter (where type = 'topup') as top_ups,
         sum(global_fee)::bigint as global_fees, sum(app_fee)::bigint as app_fees, sum(provider_fee)::bigint as provider_fees
       from ledger_postings where id >= $1 and id < $2 and created_at >= $3 and created_at <= $4 group by 1
     ), earned as (
       select (p.created_at at time zone 'UTC')::date as day, sum(e.amount)::bigint as income
       from unnest($5::bigint[]) fees(id)
         cross join lateral (select ledger_version_at(fees.id, $3::timestamptz - interval '1 microsecond') as above, ledger_version_at(fees.id, $4) as up_to offset 0) span
         join ledger_entries e on e.account_id = fees.id and e.version > span.above and e.version <= span.up_to
         join ledger_postings p on p.id = e.posting_id
       group by 1
     )
     select to_char(day, 'YYYY-MM-DD') as day, sends, top_ups as "topUps", global_fees as "globalFees", app_fees as "appFees", provider_fees as "providerFees",
       coalesce(income, 0) as income
     from charged left join earned using (day) order by day`,
    // An id is generated shortly before its posting is written.
    [
      postingIdAt(new Date(from.getTime() - dayMillis)),
      postingIdAt(new Date(to.getTime() + dayMillis)),
      from,
      to,
      feeAccounts,
    ],
  );
  return rows;
}
