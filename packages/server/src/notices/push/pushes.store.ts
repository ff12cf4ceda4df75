import type { Language } from '@pid/contract/languages';
import type { Queryable, Tx } from '../../platform/db/index.ts';
import type { AnyNotice } from '../notice-types.ts';
import type { PushTarget } from './push-transport.ts';

export interface WaitingPush {
  readonly noticeId: bigint;
  readonly subscriptionId: string;
  readonly identityId: string;
  readonly at: Date;
  readonly attempts: number;
  /** Null if the notice was deleted. */
  readonly notice: AnyNotice | null;
  /** Null if the device was removed, or its session has ended. */
  readonly device:
    | (PushTarget & {
        readonly serverKey: string;
        readonly language: Language;
        readonly showDetails: boolean;
      })
    | null;
}

interface PushRow {
  notice_id: bigint;
  subscription_id: string;
  identity_id: string;
  at: Date;
  attempts: number;
  type: string | null;
  data: Record<string, unknown>;
  endpoint: string | null;
  p256dh: string;
  auth: string;
  server_key: string;
  language: Language;
  show_details: boolean;
}

/**
 * Takes due notifications under a lease. If a node dies, its lease expires and another node takes them. Nodes skip rows
 * that another node is taking, and those of players in `busy`.
 */
export async function takeDuePushes(
  db: Queryable,
  input: { now: Date; leaseUntil: Date; busy: readonly string[]; limit: number },
): Promise<WaitingPush[]> {
  const { rows } = await db.query<PushRow>(
    // mutant (notices/push): , due_at = $2 => nothing
    `with taken as (
       update notice_pushes set attempts = attempts + 1, due_at = $2
       where (notice_id, subscription_id) in (
         select notice_id, subscription_id from notice_pushes where due_at <= $1 and identity_id <> all($4::uuid[])
         order by due_at limit $3 for update skip locked)
       returning *
     )
     select t.notice_id, t.subscription_id, t.identity_id, t.at, t.attempts, n.type, notice_data(n.type, n.data) as data,
       s.endpoint, s.p256dh, s.auth, s.server_key, s.language, s.show_details
     from taken t left join notices n on n.id = t.notice_id
       left join push_subscriptions s on s.id = t.subscription_id and s.identity_id = t.identity_id and exists (
         select from session_facts f where f.id = s.session_id and f.ended_at is null and f.refresh_expires_at > $1 and f.family_expires_at > $1)
     order by t.notice_id`,
    [input.now, input.leaseUntil, input.limit, input.busy],
  );
  return rows.map((row) => ({
    noticeId: row.notice_id,
    subscriptionId: row.subscription_id,
    identityId: row.identity_id,
    at: row.at,
    attempts: row.attempts,
    notice: row.type === null ? null : ({ type: row.type, data: row.data } as unknown as AnyNotice),
    device:
      row.endpoint === null
        ? null
        : {
            endpoint: row.endpoint,
            p256dh: row.p256dh,
            auth: row.auth,
            serverKey: row.server_key,
            language: row.language,
            showDetails: row.show_details,
          },
  }));
}

type PushKey = Pick<WaitingPush, 'noticeId' | 'subscriptionId'>;

export async function removePush(db: Queryable, { noticeId, subscriptionId }: PushKey): Promise<void> {
  await db.query('delete from notice_pushes where notice_id = $1 and subscription_id = $2', [
    noticeId,
    subscriptionId,
  ]);
}

export async function postponePush(
  db: Queryable,
  { noticeId, subscriptionId }: PushKey,
  dueAt: Date,
): Promise<void> {
  await db.query('update notice_pushes set due_at = $3 where notice_id = $1 and subscription_id = $2', [
    noticeId,
    subscriptionId,
    dueAt,
  ]);
}

/** Deletes notifications that are too old to be sent. */
export async function dropPushesBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query('delete from notice_pushes where at < $1', [before]);
  return rowCount ?? 0;
}

/** Counts notices of the same type within the hour before this one. */
export async function countWithinHour(
  db: Queryable,
  { identityId, noticeId, at }: WaitingPush,
  type: string,
): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) from notices where identity_id = $1 and type = $2 and id < $3 and at > $4::timestamptz - interval '1 hour'`,
    [identityId, type, noticeId, at],
  );
  return Number(rows[0]!.count);
}

export async function countWaitingPushes(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>('select count(*) from notice_pushes');
  return Number(rows[0]!.count);
}

/**
 * Queues notifications of a notice to the devices that the player had at its time. `tell_owner` does the same for
 * other notices.
 */
export async function insertPushes(
  tx: Tx,
  notice: { readonly id: bigint; readonly identityId: string; readonly at: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into notice_pushes (notice_id, subscription_id, identity_id, at, due_at)
     select $1, id, identity_id, $3, $4 from push_subscriptions where identity_id = $2 and created_at <= $3`,
    [notice.id, notice.identityId, notice.at, notice.now],
  );
}
