import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';

export type AllowanceStatus = 'open' | 'active' | 'ended';
export type AllowancePeriod = 'day' | 'week' | 'month';
export type EndReason =
  | 'player'
  | 'declined'
  | 'app'
  | 'expired'
  | 'lapsed'
  | 'disconnected'
  | 'app_deleted'
  | 'app_paused'
  | 'app_changed';

export interface Allowance {
  readonly id: string;
  readonly clientId: string;
  /** The name that the player approved, before that the current one. Also set for a deleted app. */
  readonly appName: string;
  readonly appLogoUrl: string | null;
  /** Whether the app is verified under the name that the player approved. */
  readonly appIsVerified: boolean;
  readonly appIsActive: boolean;
  readonly identityId: string;
  readonly pid: string;
  readonly reference: string;
  readonly requestHash: Buffer;
  readonly amount: bigint;
  readonly period: AllowancePeriod;
  readonly description: string;
  readonly returnTo: string | null;
  readonly returnOrigin: string | null;
  /** The status by the database's clock: `ended` from the moment on, even before the sweep has stored it. */
  readonly status: AllowanceStatus;
  readonly createdAt: Date;
  readonly approveBy: Date;
  readonly endsAt: Date;
  readonly approvedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  /** In the current period, fees included. */
  readonly charged: bigint;
  readonly periodEnds: Date;
}

const isOver = 'a.due_at <= clock_timestamp()';

/** `$1` is the time zone in which periods begin. */
const selection = `select a.id, a.client_id as "clientId", coalesce(a.app_name, app.name) as "appName",
    case when app.deleted_at is null then app.logo_url end as "appLogoUrl",
    app.deleted_at is null and app.verified and coalesce(a.app_name, app.name) = app.name as "appIsVerified", app.is_active as "appIsActive",
    a.identity_id as "identityId", player.pid, a.reference, a.request_hash as "requestHash", a.amount, a.period, a.description,
    a.return_to as "returnTo", a.return_origin as "returnOrigin", case when ${isOver} then 'ended' else a.status end as status,
    a.created_at as "createdAt", least(a.created_at + interval '1 day', a.ends_at) as "approveBy", a.ends_at as "endsAt", a.approved_at as "approvedAt",
    case when ${isOver} then a.due_at else a.ended_at end as "endedAt",
    case when not coalesce(${isOver}, false) then a.end_reason when a.status = 'open' then 'lapsed' else 'expired' end as "endReason",
    counter.charged, counter.period_ends as "periodEnds"
  from allowances a join app_facts app on app.client_id = a.client_id join identity_facts player on player.id = a.identity_id
    cross join lateral allowance_counter(a, clock_timestamp(), $1) counter`;

export interface NewAllowance extends Pick<
  Allowance,
  | 'id'
  | 'clientId'
  | 'identityId'
  | 'reference'
  | 'requestHash'
  | 'amount'
  | 'period'
  | 'description'
  | 'returnTo'
  | 'returnOrigin'
> {
  /** Null: 366 days after the creation. */
  readonly endsAt: Date | null;
}

/**
 * Inserts nothing if the reference is used already, or if `endsAt` is not within 366 days by the database's clock.
 */
export async function insertAllowance(tx: Tx, allowance: NewAllowance): Promise<void> {
  await tx.query(
    `insert into allowances (id, client_id, identity_id, reference, request_hash, amount, period, description, return_to, return_origin, ends_at, due_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, term.ends_at, least(term.ends_at, term.created_at + interval '1 day')
     from (select now_at as created_at, coalesce($11::timestamptz, now_at + interval '366 days') as ends_at
       from date_trunc('milliseconds', clock_timestamp()) now_at) term
     where term.ends_at > term.created_at + interval '1 minute' and term.ends_at <= term.created_at + interval '366 days'
     on conflict (client_id, reference) do nothing`,
    [
      allowance.id,
      allowance.clientId,
      allowance.identityId,
      allowance.reference,
      allowance.requestHash,
      allowance.amount,
      allowance.period,
      allowance.description,
      allowance.returnTo,
      allowance.returnOrigin,
      allowance.endsAt,
    ],
  );
}

export async function findAllowance(db: Queryable, zone: string, id: string): Promise<Allowance | null> {
  const { rows } = await db.query<Allowance>({
    name: 'find-allowance',
    text: `${selection} where a.id = $2`,
    values: [zone, id],
  });
  return rows[0] ?? null;
}

export async function findByReference(
  db: Queryable,
  zone: string,
  { clientId, reference }: Pick<Allowance, 'clientId' | 'reference'>,
): Promise<Allowance | null> {
  const { rows } = await db.query<Allowance>(`${selection} where a.client_id = $2 and a.reference = $3`, [
    zone,
    clientId,
    reference,
  ]);
  return rows[0] ?? null;
}

export interface Parties extends Pick<Allowance, 'clientId' | 'identityId' | 'pid'> {
  /** Whether the player has deleted the identity. */
  readonly isGone: boolean;
}

/** The app and the player of an allowance; null if there is none. */
export async function findParties(db: Queryable, id: string): Promise<Parties | null> {
  const { rows } = await db.query<Parties>({
    name: 'find-allowance-parties',
    text: `select a.client_id as "clientId", a.identity_id as "identityId", player.pid, player.status = 'deleted' as "isGone"
      from allowances a join identity_facts player on player.id = a.identity_id where a.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

export interface AllowanceFilter {
  readonly identityId: string;
  readonly clientId: string | null;
  /** Null: those that were approved. */
  readonly status: AllowanceStatus | null;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** Returns the allowances of a player newest first, because ids ascend with time. */
export async function listAllowanceRows(
  db: Queryable,
  zone: string,
  filter: AllowanceFilter,
): Promise<Allowance[]> {
  const { rows } = await db.query<Allowance>(
    `${selection} where a.identity_id = $2 and ($3::text is null or a.client_id = $3)
       and case when $4::text is null then a.approved_at is not null else $4 = case when ${isOver} then 'ended' else a.status end end
       and ($5::uuid is null or a.id < $5) order by a.id desc limit $6`,
    [zone, filter.identityId, filter.clientId, filter.status, filter.beforeId, filter.limit],
  );
  return rows;
}

/** Every allowance that an app asked a player for, newest first. */
export async function listAllowancesOf(
  db: Queryable,
  zone: string,
  identityId: string,
): Promise<Allowance[]> {
  const { rows } = await db.query<Allowance>(`${selection} where a.identity_id = $2 order by a.id desc`, [
    zone,
    identityId,
  ]);
  return rows;
}

export type Approved = 'approved' | 'active' | 'changed' | 'ended' | 'app_paused' | 'not_found';

export async function postApproval(
  tx: Tx,
  { id, identityId, expectedAmount }: { id: string; identityId: string; expectedAmount: bigint },
): Promise<Approved> {
  const { rows } = await tx.query<{ outcome: Approved }>('select approve_allowance($1, $2, $3) as outcome', [
    id,
    identityId,
    expectedAmount,
  ]);
  return rows[0]!.outcome;
}

/** Returns false if it had ended before. */
export async function postEnd(db: Queryable, id: string, isByApp: boolean): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>('select end_allowance($1, $2) as ended', [id, isByApp]);
  return rows[0]!.ended;
}

/** Ends allowances whose time is over. Returns how many. */
export async function endDue(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.query<{ ended: number }>('select end_due_allowances($1) as ended', [most]);
  return rows[0]!.ended;
}

export async function eraseTexts(tx: Tx, identityId: string): Promise<void> {
  await tx.query('select erase_allowances($1)', [identityId]);
}

/** Deletes allowances that were never approved, some time after they ended. */
export async function forgetUnused(db: Queryable): Promise<void> {
  await inBatches(async (most) => {
    const { rows } = await db.query<{ count: number }>('select forget_allowances($1) as count', [most]);
    return rows[0]!.count;
  });
}
