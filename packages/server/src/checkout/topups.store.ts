import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';
import type { ChargeSession, NoticeSubject } from './payment-provider.ts';

type TopUpStatus = 'pending' | 'paid' | 'expired' | 'failed' | 'refunded';

export interface TopUp {
  readonly id: string;
  readonly identityId: string;
  readonly accountId: bigint;
  readonly clientId: string | null;
  readonly appAccountId: bigint | null;
  readonly amount: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly providerFee: bigint;
  readonly feeRule: number;
  readonly returnTo: string | null;
  readonly provider: string;
  readonly status: TopUpStatus;
  readonly paymentId: string | null;
  readonly refunded: bigint;
  readonly receivable: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly checks: number;
  /** The player whose balance is topped up. */
  readonly pid: string;
}

const columns = `t.id, t.identity_id as "identityId", t.account_id as "accountId", t.client_id as "clientId", t.app_account_id as "appAccountId",
  t.amount, t.global_fee as "globalFee", t.app_fee as "appFee", t.provider_fee as "providerFee", t.fee_rule as "feeRule", t.return_to as "returnTo",
  t.provider, t.status, t.payment_id as "paymentId", t.refunded, t.receivable, t.created_at as "createdAt", t.expires_at as "expiresAt", t.paid_at as "paidAt", t.checks,
  coalesce(i.pid, 'unknown') as pid`;

export function totalOf(topUp: Pick<TopUp, 'amount' | 'globalFee' | 'appFee' | 'providerFee'>): bigint {
  return topUp.amount + topUp.globalFee + topUp.appFee + topUp.providerFee;
}

export async function insertTopUp(
  tx: Tx,
  topUp: Omit<TopUp, 'status' | 'paymentId' | 'refunded' | 'receivable' | 'paidAt' | 'checks' | 'pid'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into topups (id, identity_id, account_id, client_id, app_account_id, amount, global_fee, app_fee, provider_fee, fee_rule, return_to, provider, created_at, expires_at, next_check_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) on conflict (id) do nothing`,
    [
      topUp.id,
      topUp.identityId,
      topUp.accountId,
      topUp.clientId,
      topUp.appAccountId,
      topUp.amount,
      topUp.globalFee,
      topUp.appFee,
      topUp.providerFee,
      topUp.feeRule,
      topUp.returnTo,
      topUp.provider,
      topUp.createdAt,
      topUp.expiresAt,
    ],
  );
  return rowCount === 1;
}

export async function findTopUp(db: Queryable, id: string): Promise<TopUp | null> {
  const { rows } = await db.query<TopUp>(
    `select ${columns} from topups t left join identity_facts i on i.id = t.identity_id where t.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Whether the money of a paid top-up waits in suspense, because the balance was full or the account closed. */
export async function isSetAside(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query<{ aside: boolean }>(
    `select exists (select from suspense_facts where source = 'topup' and reference = $1 and state = 'open' and reason not in ('other_amount', 'paid_twice')) as aside`,
    [id],
  );
  return rows[0]!.aside;
}

export async function listTopUpsOf(db: Queryable, identityId: string, limit: number): Promise<TopUp[]> {
  const { rows } = await db.query<TopUp>(
    `select ${columns} from topups t left join identity_facts i on i.id = t.identity_id where t.identity_id = $1 order by t.created_at desc limit $2`,
    [identityId, limit],
  );
  return rows;
}

export async function findTopUpOf(
  db: Queryable,
  provider: string,
  subject: NoticeSubject,
): Promise<string | null> {
  if (subject.orderId !== null) {
    const { rows } = await db.query<{ topup_id: string }>(
      'select s.topup_id from topup_sessions s join topups t on t.id = s.topup_id where s.order_id = $1 and t.provider = $2',
      [subject.orderId, provider],
    );
    return rows[0]?.topup_id ?? null;
  }
  const { rows } = await db.query<{ id: string }>(
    'select id from topups where provider = $1 and (payment_request_id = $2 or payment_id = $2)',
    [provider, subject.paymentRequestId],
  );
  return rows[0]?.id ?? null;
}

export async function listSessions(
  db: Queryable,
  topUpId: string,
): Promise<(ChargeSession & { url: string | null })[]> {
  const { rows } = await db.query<{ orderId: string; sessionId: string | null; url: string | null }>(
    'select order_id as "orderId", session_id as "sessionId", url from topup_sessions where topup_id = $1 order by created_at desc, order_id desc',
    [topUpId],
  );
  return rows;
}

/** Lists all top-ups of an identity, newest first. */
export async function listTopUps(db: Queryable, identityId: string): Promise<TopUp[]> {
  const { rows } = await db.query<TopUp>(
    `select ${columns} from topups t join identity_facts i on i.id = t.identity_id where t.identity_id = $1 order by t.created_at desc, t.id`,
    [identityId],
  );
  return rows;
}

/** Lists open top-ups of an identity or an app; they must end before either can be deleted. */
export async function listOpenTopUps(
  db: Queryable,
  holder: { readonly identityId: string } | { readonly clientId: string },
  limit: number,
): Promise<TopUp[]> {
  const [column, id] =
    'identityId' in holder ? ['identity_id', holder.identityId] : ['client_id', holder.clientId];
  const { rows } = await db.query<TopUp>(
    `select ${columns} from topups t join identity_facts i on i.id = t.identity_id where t.${column} = $1 and t.status = 'pending' order by t.created_at limit $2`,
    [id, limit],
  );
  return rows;
}

/**
 * Allows one caller at a time to open a page at the provider; returns false if another caller is doing it.
 */
export async function claimOpening(db: Queryable, topUpId: string, now: Date, until: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "update topups set opening_until = $3 where id = $1 and (opening_until is null or opening_until <= $2) and status = 'pending'",
    [topUpId, now, until],
  );
  return rowCount === 1;
}

export async function insertSession(
  db: Queryable,
  orderId: string,
  topUpId: string,
  now: Date,
): Promise<void> {
  await db.query(
    'insert into topup_sessions (order_id, topup_id, created_at) values ($1, $2, $3) on conflict (order_id) do nothing',
    [orderId, topUpId, now],
  );
}

/** Stores a page opened before a restore, which only the provider still knows. */
export async function insertRecoveredSession(
  db: Queryable,
  session: ChargeSession & { readonly topUpId: string; readonly now: Date },
): Promise<void> {
  await db.query(
    'insert into topup_sessions (order_id, topup_id, session_id, created_at) values ($1, $2, $3, $4) on conflict (order_id) do nothing',
    [session.orderId, session.topUpId, session.sessionId, session.now],
  );
}

export async function isHolderKnown(db: Queryable, kind: 'identity' | 'app', id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    kind === 'identity'
      ? 'select from identity_facts where id = $1'
      : 'select from app_facts where client_id = $1 and deleted_at is null',
    [id],
  );
  return rowCount === 1;
}

/** Lists authentic notices as received, oldest first, after `afterId`. */
export async function listNotices(
  db: Queryable,
  {
    provider,
    since,
    afterId,
    limit,
  }: {
    readonly provider: string;
    readonly since: Date;
    readonly afterId: bigint;
    readonly limit: number;
  },
): Promise<{ id: bigint; body: string }[]> {
  const { rows } = await db.query<{ id: bigint; body: string }>(
    'select id, body from payment_notices where provider = $1 and received_at >= $2 and id > $3 order by id limit $4',
    [provider, since, afterId, limit],
  );
  return rows;
}

export async function countPendingTopUps(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>("select count(*) from topups where status = 'pending'");
  return Number(rows[0]!.count);
}

export async function completeSession(
  db: Queryable,
  orderId: string,
  session: { sessionId: string; url: string },
  checkAt: Date,
): Promise<void> {
  await db.query(
    `with opened as (update topup_sessions set session_id = $2, url = $3 where order_id = $1 returning topup_id)
     update topups t set opening_until = null, next_check_at = least(t.next_check_at, $4) from opened where t.id = opened.topup_id`,
    [orderId, session.sessionId, session.url, checkAt],
  );
}

export async function releaseOpening(db: Queryable, topUpId: string): Promise<void> {
  await db.query('update topups set opening_until = null where id = $1', [topUpId]);
}

/** Leases due top-ups to one node; those that it does not finish become due again after the lease. */
export async function claimDue(
  db: Queryable,
  which: 'open' | 'settled',
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update topups set next_check_at = $2, checks = checks + 1
     where id in (select id from topups where next_check_at <= $1 and (status = 'paid') = $4 order by next_check_at limit $3 for update skip locked) returning id`,
    [now, leaseUntil, limit, which === 'settled'],
  );
  return rows.map(({ id }) => id);
}

export async function scheduleCheck(db: Queryable, id: string, at: Date | null): Promise<void> {
  await db.query(
    "update topups set next_check_at = $2 where id = $1 and status in ('pending', 'expired', 'paid')",
    [id, at],
  );
}

export async function insertNotice(db: Queryable, provider: string, body: string, now: Date): Promise<void> {
  await db.query('insert into payment_notices (provider, body, received_at) values ($1, $2, $3)', [
    provider,
    body,
    now,
  ]);
}

export async function sweepNotices(db: Queryable, before: Date): Promise<void> {
  await inBatches(async (most) => {
    const { rowCount } = await db.query(
      `delete from payment_notices where id in (
         select id from payment_notices where received_at < $1 order by received_at limit $2 for update skip locked)`,
      [before, most],
    );
    return rowCount;
  });
}
