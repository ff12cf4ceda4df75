import type { Queryable } from '../platform/db/index.ts';
import type { FamilyMoment } from './families.store.ts';

/** Players of one age, and how many of them have a parent. */
export interface AgeCount {
  /** Completed years of minors; null for adults. */
  readonly age: number | null;
  readonly players: number;
  readonly withParent: number;
}

/** Counts players with a birth month. Closed accounts are those of deleted players. */
export async function countAges(db: Queryable, { now, timeZone }: FamilyMoment): Promise<AgeCount[]> {
  const { rows } = await db.query<{ age: number | null; players: bigint; parented: bigint }>(
    `select case when a.adult_from > t.day then ledger_age_on(a.adult_from, t.day) end as age, count(*) as players, count(a.parents) as parented
     from ledger_accounts a cross join (select ($1::timestamptz at time zone $2)::date as day) t
     where a.kind = 'identity' and a.closed_at is null and a.adult_from is not null group by 1 order by 1`,
    [now, timeZone],
  );
  return rows.map(({ age, players, parented }) => ({
    age,
    players: Number(players),
    withParent: Number(parented),
  }));
}

/** The e-money of the players of one tier. */
export interface TierCount {
  readonly tier: 'basic' | 'registered';
  readonly players: number;
  /** Balances and held money, in rupiah. */
  readonly total: bigint;
  readonly highest: bigint;
  /** Players who hold more than the maximum of the tier, for example since before there were tiers. */
  readonly aboveMax: number;
  /** What came in during this month, in rupiah. */
  readonly incoming: bigint;
}

/** Counts accounts of players. Without tiers, all are basic and none is above a maximum. */
export async function countTiers(db: Queryable, now: Date): Promise<TierCount[]> {
  const { rows } = await db.query<
    Omit<TierCount, 'players' | 'aboveMax'> & { players: bigint; above_max: bigint }
  >(
    `select a.tier, count(*) as players, coalesce(sum(a.balance + a.held), 0)::bigint as total, coalesce(max(a.balance + a.held), 0) as highest,
       count(*) filter (where a.balance + a.held > case a.tier when 'registered' then r.registered_balance else r.basic_balance end) as above_max,
       coalesce(sum(a.received) filter (where a.received_month >= ledger_month_at($1)), 0)::bigint as incoming
     from ledger_accounts a left join ledger_tier_rules r on true where a.kind = 'identity' and a.closed_at is null group by a.tier order by a.tier`,
    [now],
  );
  return rows.map(({ above_max: aboveMax, players, ...row }) => ({
    ...row,
    players: Number(players),
    aboveMax: Number(aboveMax),
  }));
}

/** Refused requests of one operation for one reason. */
export interface Refusals {
  readonly operation: string;
  readonly reason: string;
  readonly count: number;
}

export async function addRefusals(
  db: Queryable,
  refusals: readonly Refusals[],
  { now, timeZone }: FamilyMoment,
): Promise<void> {
  await db.query('select ledger_count_refusals($1, $2, $3, $4, $5)', [
    now,
    timeZone,
    refusals.map(({ operation }) => operation),
    refusals.map(({ reason }) => reason),
    refusals.map(({ count }) => count),
  ]);
}

/** Refused requests of all days of a period, also of its first and last one. */
export async function readRefusals(
  db: Queryable,
  period: {
    readonly since: Date | null;
    readonly until: Date;
    readonly timeZone: string;
    readonly reasons: readonly string[];
  },
): Promise<Refusals[]> {
  const { rows } = await db.query<Omit<Refusals, 'count'> & { count: bigint }>(
    `select operation, reason, sum(refusals)::bigint as count from ledger_refusals
     where ($1::timestamptz is null or day >= ($1 at time zone $3)::date) and day <= (($2::timestamptz - interval '1 millisecond') at time zone $3)::date
       and reason = any($4) group by operation, reason order by operation, reason`,
    [period.since, period.until, period.timeZone, period.reasons],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
