import type { Queryable } from '../platform/db/index.ts';
import { postingIdAt } from './posting-id.ts';

export interface DayOfFees {
  /** UTC. */
  readonly day: string;
  readonly sends: bigint;
  readonly topUps: bigint;
  readonly globalFees: bigint;
  readonly appFees: bigint;
  readonly providerFees: bigint;
}

const dayMillis = 86_400_000;

/** Fee income by day, both ends included. Ids ascend with time, so that only the days asked for are read. */
export async function feeTotalsByDay(db: Queryable, from: Date, to: Date): Promise<DayOfFees[]> {
  const { rows } = await db.query<DayOfFees & { [column: string]: unknown }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) filter (where type = 'send') as sends, count(*) filter (where type = 'topup') as "topUps",
       sum(global_fee)::bigint as "globalFees", sum(app_fee)::bigint as "appFees", sum(provider_fee)::bigint as "providerFees"
     from ledger_postings where id >= $1 and id < $2 and created_at >= $3 and created_at <= $4 group by 1 order by 1`,
    // An id is chosen a little before its posting is written.
    [
      postingIdAt(new Date(from.getTime() - dayMillis)),
      postingIdAt(new Date(to.getTime() + dayMillis)),
      from,
      to,
    ],
  );
  return rows;
}
