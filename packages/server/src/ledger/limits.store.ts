import type { Queryable, Tx } from '../platform/db/index.ts';

/** The stored limits. Null: the operator's limit applies. */
export interface StoredLimits {
  readonly stepUpAmount: bigint | null;
  readonly dailyLimit: bigint | null;
  readonly noticeAmount: bigint | null;
  readonly nextStepUpAmount: bigint | null;
  readonly nextDailyLimit: bigint | null;
  readonly nextNoticeAmount: bigint | null;
  readonly nextFrom: Date | null;
}

const columns = `step_up_amount as "stepUpAmount", daily_limit as "dailyLimit", notice_amount as "noticeAmount",
  next_step_up_amount as "nextStepUpAmount", next_daily_limit as "nextDailyLimit", next_notice_amount as "nextNoticeAmount", next_limits_from as "nextFrom"`;

export async function getStoredLimits(db: Queryable, accountId: bigint): Promise<StoredLimits> {
  const { rows } = await db.query<StoredLimits>(`select ${columns} from ledger_accounts where id = $1`, [
    accountId,
  ]);
  return rows[0]!;
}

/**
 * Reads the limits under the account's lock, so that each send is judged entirely before or entirely after a
 * change.
 */
export async function lockLimits(tx: Tx, accountId: bigint): Promise<StoredLimits> {
  const { rows } = await tx.query<StoredLimits>(
    `select ${columns} from ledger_accounts where id = $1 for no key update`,
    [accountId],
  );
  return rows[0]!;
}

export async function writeLimits(tx: Tx, accountId: bigint, limits: StoredLimits): Promise<void> {
  await tx.query(
    `update ledger_accounts set step_up_amount = $2, daily_limit = $3, notice_amount = $4,
       next_step_up_amount = $5, next_daily_limit = $6, next_limits_from = $7, next_notice_amount = $8 where id = $1`,
    [
      accountId,
      limits.stepUpAmount,
      limits.dailyLimit,
      limits.noticeAmount,
      limits.nextStepUpAmount,
      limits.nextDailyLimit,
      limits.nextFrom,
      limits.nextNoticeAmount,
    ],
  );
}

type Held = Pick<StoredLimits, 'stepUpAmount' | 'dailyLimit' | 'noticeAmount'>;

/** The highest value of each limit since `since`; null if there was no change. */
export async function highestHeld(tx: Tx, accountId: bigint, since: Date): Promise<Held> {
  const { rows } = await tx.query<Held>(
    `select max(step_up_amount) as "stepUpAmount", max(daily_limit) as "dailyLimit", max(notice_amount) as "noticeAmount" from ledger_limit_history
     where account_id = $1 and held_until > $2`,
    [accountId, since],
  );
  return rows[0]!;
}

/** Records the limits that applied until now, and deletes records that are too old to be restored. */
export async function keepLimits(
  tx: Tx,
  accountId: bigint,
  held: { stepUpAmount: bigint; dailyLimit: bigint; noticeAmount: bigint },
  now: Date,
  since: Date,
): Promise<void> {
  await tx.query('delete from ledger_limit_history where account_id = $1 and held_until <= $2', [
    accountId,
    since,
  ]);
  await tx.query(
    `insert into ledger_limit_history (account_id, held_until, step_up_amount, daily_limit, notice_amount) values ($1, $2, $3, $4, $5)
     on conflict (account_id, held_until) do update set step_up_amount = greatest(ledger_limit_history.step_up_amount, excluded.step_up_amount),
       daily_limit = greatest(ledger_limit_history.daily_limit, excluded.daily_limit),
       notice_amount = greatest(ledger_limit_history.notice_amount, excluded.notice_amount)`,
    [accountId, now, held.stepUpAmount, held.dailyLimit, held.noticeAmount],
  );
}

/**
 * Counts a refusal because of a full receiver for this payer and day. Returns the count and the seconds until
 * the next day.
 */
export async function countFullRefusal(
  db: Queryable,
  accountId: bigint,
  now: Date,
  timeZone: string,
): Promise<{ refusals: number; secondsLeft: number }> {
  const { rows } = await db.query<{ refusals: number; secondsLeft: number }>(
    `insert into ledger_full_refusals as f (account_id, day, refusals) values ($1, ($2::timestamptz at time zone $3)::date, 1)
     on conflict (account_id) do update set day = excluded.day, refusals = case when f.day = excluded.day then f.refusals + 1 else 1 end
     returning refusals, ceil(extract(epoch from ((day + 1)::timestamp at time zone $3) - $2::timestamptz))::int as "secondsLeft"`,
    [accountId, now, timeZone],
  );
  return rows[0]!;
}
