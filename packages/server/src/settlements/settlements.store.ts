import type { Queryable, Tx } from '../platform/db/index.ts';
import type { SealedNumber } from './sealed-numbers.ts';

export type SettlementStatus = 'requested' | 'sent' | 'paid' | 'failed' | 'cancelled';

export interface Settlement extends SealedNumber {
  readonly id: string;
  readonly clientId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: SettlementStatus;
  readonly bankCode: string;
  readonly last4: string;
  readonly holderName: string;
  readonly approvedBy: string;
  readonly requestedAt: Date;
  readonly sentAt: Date | null;
  readonly sentBy: string | null;
  readonly exportId: string | null;
  readonly provider: string | null;
  readonly problem: string | null;
  readonly isWithProvider: boolean;
  readonly paidAt: Date | null;
  readonly paidBy: string | null;
  readonly paidReference: string | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endedReference: string | null;
  readonly reason: string | null;
  /** The name of the app. */
  readonly app: string;
  /** The owner at that time, even if the app was transferred since. */
  readonly ownerId: string;
  readonly isOfFormerOwner: boolean;
  /** Null if the owner is deleted. */
  readonly owner: string | null;
}

/** Only the provider's status decides: it transfers the settlement, or is still asked whether the bank returned it. As in `settlement_end`. */
const isWithProvider =
  "s.provider is not null and s.problem is null and (s.status = 'sent' or s.status = 'paid' and s.next_check_at is not null)";

const columns = `s.id, s.client_id as "clientId", s.amount, s.fee, s.status, s.bank_code as "bankCode", s.account_number as number, s.master_key as "masterKey",
  s.last4, s.holder_name as "holderName", s.approved_by as "approvedBy", s.requested_at as "requestedAt", s.sent_at as "sentAt", s.sent_by as "sentBy",
  s.export_id as "exportId", s.provider, s.problem, ${isWithProvider} as "isWithProvider", s.paid_at as "paidAt", s.paid_by as "paidBy", s.paid_reference as "paidReference",
  s.ended_at as "endedAt", s.ended_by as "endedBy", s.ended_reference as "endedReference", s.reason, a.name as app, i.id as "ownerId", s.former_owner_id is not null as "isOfFormerOwner",
  case when i.status <> 'deleted' then i.pid end as owner`;
const joins =
  'join app_facts a on a.client_id = s.client_id join identity_facts i on i.id = coalesce(s.former_owner_id, a.owner_id)';
const select = `select ${columns} from settlements s ${joins}`;

export async function findSettlement(db: Queryable, id: string): Promise<Settlement | null> {
  const { rows } = await db.query<Settlement>(`${select} where s.id = $1`, [id]);
  return rows[0] ?? null;
}

interface Page {
  readonly before: { readonly requestedAt: string; readonly id: string } | null;
  readonly limit: number;
}

/** Newest first. */
export async function settlementsPage(
  db: Queryable,
  {
    clientId,
    status,
    before,
    limit,
  }: Page & { readonly clientId: string | null; readonly status: SettlementStatus | null },
): Promise<Settlement[]> {
  const { rows } = await db.query<Settlement>(
    `${select} where ($1::text is null or s.client_id = $1) and ($2::text is null or s.status = $2)
       and ($3::timestamptz is null or (s.requested_at, s.id) < ($3, $4::uuid))
     order by s.requested_at desc, s.id desc limit $5`,
    [clientId, status, before?.requestedAt ?? null, before?.id ?? null, limit],
  );
  return rows;
}

/** The settlements of an identity: of its own apps, and those that it requested of apps before it transferred them. */
export async function settlementsOf(
  db: Queryable,
  { identityId, clientIds }: { readonly identityId: string; readonly clientIds: readonly string[] },
): Promise<Settlement[]> {
  const { rows } = await db.query<Settlement>(
    `${select} where s.client_id = any($1) and s.former_owner_id is null or s.former_owner_id = $2 order by s.requested_at, s.id`,
    [clientIds, identityId],
  );
  return rows;
}

export async function settlementsOfExport(db: Queryable, exportId: string): Promise<Settlement[]> {
  const { rows } = await db.query<Settlement>(
    `${select} where s.export_id = $1 order by s.requested_at, s.id`,
    [exportId],
  );
  return rows;
}

/** The app with an open settlement; null if none of them has one. */
export async function findOpenSettlement(
  db: Queryable,
  clientIds: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ clientId: string }>(
    `select client_id as "clientId" from settlements where client_id = any($1) and status in ('requested', 'sent') limit 1`,
    [clientIds],
  );
  return rows[0]?.clientId ?? null;
}

/** Whether money of an app is on its way to the bank, so that nobody can cancel it. */
export async function hasSent(db: Queryable, clientIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from settlements where client_id = any($1) and status = 'sent' limit 1",
    [clientIds],
  );
  return rowCount === 1;
}

/** Keeps the settlements of an app with the owner who transfers it now. */
export async function leaveSettlements(tx: Tx, clientId: string, ownerId: string): Promise<void> {
  await tx.query('select settlements_leave($1, $2)', [clientId, ownerId]);
}

export async function requestedOf(db: Queryable, clientIds: readonly string[]): Promise<Settlement[]> {
  const { rows } = await db.query<Settlement>(
    `${select} where s.client_id = any($1) and s.status = 'requested' order by s.requested_at, s.id`,
    [clientIds],
  );
  return rows;
}

export type Requested =
  | { readonly outcome: 'requested'; readonly at: Date }
  | { readonly outcome: 'insufficient'; readonly available: bigint }
  | { readonly outcome: 'owner_frozen'; readonly frozenUntil: Date }
  | {
      readonly outcome:
        | 'app_paused'
        | 'app_not_verified'
        | 'owner_minor'
        | 'app_deleted'
        | 'app_closed'
        | 'account_not_usable';
    };

/** Takes the money from the escrow. The database checks the app, its bank account and the available amount. */
export async function postRequest(
  tx: Tx,
  order: {
    readonly id: string;
    readonly clientId: string;
    readonly escrow: bigint;
    readonly amount: bigint;
    readonly fee: bigint;
    readonly version: string;
  } & SealedNumber,
  now: Date,
): Promise<Requested> {
  const { rows } = await tx.query<Requested>(
    'select outcome, available, frozen_until as "frozenUntil", at from settlement_request($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      now,
      order.id,
      order.clientId,
      order.escrow,
      order.amount,
      order.fee,
      order.version,
      order.number,
      order.masterKey,
    ],
  );
  return rows[0]!;
}

export interface Sending {
  /** Null: all that were requested. */
  readonly ids: readonly string[] | null;
  readonly limit: number;
  readonly by: string;
  readonly provider: string | null;
  readonly exportId: string | null;
}

/**
 * Marks settlements as sent and returns them, in one statement. Each is sent once, however many callers race;
 * those of apps whose money may not leave now stay requested.
 */
export async function sendSettlements(tx: Tx, sending: Sending, now: Date): Promise<Settlement[]> {
  const { rows } = await tx.query<Settlement>(
    `select ${columns} from settlements_send($1, $2, $3, $4, $5, $6) s ${joins} order by s.requested_at, s.id`,
    [now, sending.ids, sending.limit, sending.by, sending.provider, sending.exportId],
  );
  return rows;
}

/** Why no money of an app may leave now; null if it may. */
export async function findBlock(tx: Tx, clientId: string, now: Date): Promise<string | null> {
  const { rows } = await tx.query<{ block: string | null }>('select settlement_block($1, $2) as block', [
    clientId,
    now,
  ]);
  return rows[0]!.block;
}

export interface Ending {
  readonly id: string;
  readonly postingId: string;
  readonly to: 'paid' | 'failed' | 'cancelled';
  /** A person, `provider` or `service`. */
  readonly by: string;
  readonly reference: string | null;
  readonly reason: string | null;
}

export interface Ended {
  readonly outcome: 'done' | 'not_found' | 'ended' | 'own_app' | 'same_person' | 'with_provider';
  /** The status before. */
  readonly before: SettlementStatus;
}

/** Of several concurrent calls one succeeds. */
export async function postEnd(tx: Tx, ending: Ending, now: Date): Promise<Ended> {
  const { rows } = await tx.query<Ended>(
    'select outcome, before from settlement_end($1, $2, $3, $4, $5, $6, $7)',
    [now, ending.id, ending.postingId, ending.to, ending.by, ending.reference, ending.reason],
  );
  return rows[0]!;
}

/** Whether the money of a settlement that failed could not return to its app. */
export async function isInSuspense(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select from suspense_facts where source = 'settlement' and reference = $1",
    [id],
  );
  return rowCount === 1;
}

export interface Due {
  readonly id: string;
  /** Until then no other node asks the provider about it. */
  readonly leaseUntil: Date;
  /** It was sent so long ago that an order is not repeated. */
  readonly isLate: boolean;
}

/** Leases the settlement whose provider is to be asked next; null if none is due. All times are the database's. */
export async function claimDue(
  db: Queryable,
  provider: string,
  { leaseSeconds, lateSeconds }: { leaseSeconds: number; lateSeconds: number },
): Promise<Due | null> {
  const { rows } = await db.query<Due>(
    `update settlements set next_check_at = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2), checks = checks + 1
     where id in (select id from settlements where next_check_at <= clock_timestamp() and provider = $1 order by next_check_at limit 1 for update skip locked)
     returning id, next_check_at as "leaseUntil", status = 'sent' and sent_at < clock_timestamp() - make_interval(secs => $3) as "isLate"`,
    [provider, leaseSeconds, lateSeconds],
  );
  return rows[0] ?? null;
}

/**
 * Whether a settlement may be ordered now: it is still sent and without a problem, the lease holds for some more
 * seconds, and money of its app may leave.
 */
export async function mayOrder(
  db: Queryable,
  { id, leaseUntil }: Due,
  restSeconds: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from settlements where id = $1 and status = 'sent' and problem is null
       and next_check_at = $2 and next_check_at > clock_timestamp() + make_interval(secs => $3)
       and settlement_block(client_id, clock_timestamp()) is null`,
    [id, leaseUntil, restSeconds],
  );
  return rowCount === 1;
}

/**
 * Ends a lease. An open settlement is checked after one minute, then less and less often, at least every hour. A
 * paid one is checked every day for 30 days, because the bank can send the money back.
 */
export async function scheduleCheck(db: Queryable, { id, leaseUntil }: Due): Promise<void> {
  await db.query(
    `update settlements set next_check_at = case
         when status = 'sent' then clock_timestamp() + least(interval '1 minute' * 2 ^ least(checks, 6), interval '1 hour')
         when paid_at > clock_timestamp() - interval '30 days' then clock_timestamp() + interval '1 day' end
     where id = $1 and next_check_at = $2 and status in ('sent', 'paid')`,
    [id, leaseUntil],
  );
}

/** Does nothing once the settlement has failed or was cancelled. */
export async function noteProvider(
  db: Queryable,
  id: string,
  note: { readonly providerId: string | null; readonly problem: string | null },
): Promise<void> {
  await db.query(
    `update settlements set provider_id = coalesce($2, provider_id), problem = $3
     where id = $1 and provider is not null and status in ('sent', 'paid')`,
    [id, note.providerId, note.problem],
  );
}

/** Counts the settlements that `abandon` changes. */
export async function countAbandonable(db: Queryable, provider: string): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) from settlements s where provider = $1 and ${isWithProvider}`,
    [provider],
  );
  return Number(rows[0]!.count);
}

/**
 * Lets people decide what a provider no longer transfers: settlements that are sent, and paid ones that are still
 * checked for a return. Changes the next `limit` after `afterId`, and returns the last id, or null if none was left.
 */
export async function abandon(
  tx: Tx,
  {
    provider,
    afterId,
    limit,
  }: { readonly provider: string; readonly afterId: string | null; readonly limit: number },
): Promise<{ count: number; lastId: string | null }> {
  const { rows } = await tx.query<{ count: bigint; last: string | null }>(
    `with batch as (
       select id from settlements s where provider = $1 and ${isWithProvider} and ($2::uuid is null or id > $2) order by id limit $3
     ), abandoned as (
       update settlements s set problem = 'provider_off' from batch where s.id = batch.id and ${isWithProvider} returning s.id
     )
     select (select count(*) from abandoned) as count, (select id from batch order by id desc limit 1) as last`,
    [provider, afterId, limit],
  );
  return { count: Number(rows[0]!.count), lastId: rows[0]!.last };
}

export interface Left extends SealedNumber {
  readonly id: string;
  readonly clientId: string;
  readonly escrow: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly bankCode: string;
  readonly last4: string;
  readonly holderName: string;
  readonly by: string;
  readonly provider: string | null;
}

export interface RecordedLeft {
  readonly outcome: 'taken' | 'sent' | 'known' | 'other_terms' | 'app_closed' | 'insufficient';
  /** The status before; null if the settlement was not in the books. */
  readonly before: SettlementStatus | null;
  /** If insufficient: the income in the escrow. */
  readonly available: bigint | null;
}

/** Records a settlement that left before the database was restored. Only the owner of the tables may call it. */
export async function postLeft(tx: Tx, left: Left): Promise<RecordedLeft> {
  const { rows } = await tx.query<RecordedLeft>(
    'select outcome, before, available from settlement_recover($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [
      left.id,
      left.clientId,
      left.escrow,
      left.amount,
      left.fee,
      left.bankCode,
      left.number,
      left.masterKey,
      left.last4,
      left.holderName,
      left.by,
      left.provider,
    ],
  );
  return rows[0]!;
}

export async function forgetAccounts(db: Queryable, before: Date): Promise<void> {
  await db.query('select settlements_forget($1)', [before]);
}

export async function countProblems(db: Queryable): Promise<{ open: number; problems: number }> {
  const { rows } = await db.query<{ open: bigint; problems: bigint }>(
    `select count(*) as open, count(*) filter (where problem is not null) as problems from settlements where status in ('requested', 'sent')`,
  );
  return { open: Number(rows[0]!.open), problems: Number(rows[0]!.problems) };
}
