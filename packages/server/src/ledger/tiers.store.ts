import type { Queryable, Tx } from '../platform/db/index.ts';
import type { TierFigures } from './settings.ts';

export type Tier = 'basic' | 'registered';

/** What a player's tier allows now. */
export interface TierState {
  readonly tier: Tier;
  readonly balanceMax: bigint;
  readonly incomingMax: bigint;
  /** What has come in this month, pending top-ups included. */
  readonly incoming: bigint;
}

/** Null if there are no tiers. */
export async function findTier(db: Queryable, accountId: bigint, now: Date): Promise<TierState | null> {
  const { rows } = await db.query<TierState>(
    'select tier, balance_max as "balanceMax", incoming_max as "incomingMax", incoming from ledger_tier_state($1, $2)',
    [accountId, now],
  );
  return rows[0] ?? null;
}

export interface IncomingOrder {
  readonly accountId: bigint;
  readonly amount: bigint;
  readonly balanceMax: bigint;
  readonly now: Date;
}

/**
 * Why money cannot come in: `balance` if the balance cannot hold it, `month` if the tier allows no more this
 * month; null if it can. Call it under the account's lock.
 */
export async function whyFull(tx: Tx, order: IncomingOrder): Promise<'balance' | 'month' | null> {
  const { rows } = await tx.query<{ full: 'balance' | 'month' | null }>(
    'select ledger_full($1, $2, $3, $4) as full',
    [order.accountId, order.amount, order.balanceMax, order.now],
  );
  return rows[0]!.full;
}

/** Waits for postings that judge the old tier. */
export async function writeTier(tx: Tx, accountId: bigint, tier: Tier): Promise<boolean> {
  const { rowCount } = await tx.query('update ledger_accounts set tier = $2 where id = $1 and tier <> $2', [
    accountId,
    tier,
  ]);
  return rowCount === 1;
}

/** The figures by which the posting functions judge, and the time zone in which their months begin. */
export interface TierRules extends TierFigures {
  readonly timeZone: string;
}

/** Null if there are no tiers. */
export async function readTierRules(db: Queryable): Promise<TierRules | null> {
  const { rows } = await db.query<TierRules>(
    `select zone as "timeZone", json_build_object('balance', basic_balance, 'incoming', basic_incoming) as basic,
       json_build_object('balance', registered_balance, 'incoming', registered_incoming) as registered
     from ledger_tier_rules`,
  );
  return rows[0] ?? null;
}

/** Stores the figures by which the posting functions judge. Returns whether they changed. */
export async function saveTierRules(
  db: Queryable,
  figures: TierFigures | null,
  timeZone: string,
): Promise<boolean> {
  if (figures === null) return (await db.query('delete from ledger_tier_rules')).rowCount === 1;
  const { rowCount } = await db.query(
    `insert into ledger_tier_rules as r (zone, basic_balance, basic_incoming, registered_balance, registered_incoming) values ($1, $2, $3, $4, $5)
     on conflict (is_only) do update set zone = excluded.zone, basic_balance = excluded.basic_balance, basic_incoming = excluded.basic_incoming,
       registered_balance = excluded.registered_balance, registered_incoming = excluded.registered_incoming
     where (r.zone, r.basic_balance, r.basic_incoming, r.registered_balance, r.registered_incoming)
       is distinct from (excluded.zone, excluded.basic_balance, excluded.basic_incoming, excluded.registered_balance, excluded.registered_incoming)`,
    [
      timeZone,
      figures.basic.balance,
      figures.basic.incoming,
      figures.registered.balance,
      figures.registered.incoming,
    ],
  );
  return rowCount === 1;
}
