import { notify, type Queryable, type Tx } from '../../platform/db/index.ts';
import type { AnyNotice } from '../notice-types.ts';

export interface WaitingMail {
  readonly noticeId: bigint;
  readonly identityId: string;
  readonly notice: AnyNotice;
  readonly at: Date;
  readonly lostAddresses: readonly string[];
  readonly locale: string | null;
  readonly doneHashes: readonly Buffer[];
  readonly attempts: number;
}

interface MailRow {
  notice_id: bigint;
  identity_id: string;
  type: string;
  data: Record<string, unknown>;
  at: Date;
  lost_addresses: string[];
  locale: string | null;
  done_hashes: Buffer[];
  attempts: number;
}

/**
 * Takes due mails under a lease. If a node dies, its lease expires and another node takes the mails. Nodes
 * skip rows that another node is taking.
 */
export async function takeDueMails(
  db: Queryable,
  input: { now: Date; leaseUntil: Date; limit: number },
): Promise<WaitingMail[]> {
  const { rows } = await db.query<MailRow>(
    `update notice_mails set attempts = attempts + 1, due_at = $2
     where notice_id in (select notice_id from notice_mails where due_at <= $1 order by due_at limit $3 for update skip locked)
     returning notice_id, identity_id, type, notice_data(type, data) as data, at, lost_addresses, locale, done_hashes, attempts`,
    [input.now, input.leaseUntil, input.limit],
  );
  return rows.map((row) => ({
    noticeId: row.notice_id,
    identityId: row.identity_id,
    notice: { type: row.type, data: row.data } as unknown as AnyNotice,
    at: row.at,
    lostAddresses: row.lost_addresses,
    locale: row.locale,
    doneHashes: row.done_hashes,
    attempts: row.attempts,
  }));
}

/** Counts earlier notices of the same type within a day. */
export async function countBefore(db: Queryable, mail: WaitingMail): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) from notices where identity_id = $1 and type = $2 and id < $3 and at > $4::timestamptz - interval '1 day'`,
    [mail.identityId, mail.notice.type, mail.noticeId, mail.at],
  );
  return Number(rows[0]!.count);
}

/**
 * Counts earlier notices of the same type on the same day (UTC): those about the same player, and how many of
 * all were mailed with `perPlayer` mails for each player. Counts calendar days instead of the last 24 hours,
 * so that constant requests of a player still cause mails every day.
 */
export async function countByPlayerBefore(
  db: Queryable,
  mail: WaitingMail,
  input: { pid: string; perPlayer: number },
): Promise<{ ofPlayer: number; mailed: number }> {
  const { rows } = await db.query<{ of_player: bigint; mailed: bigint }>(
    `select coalesce(sum(told) filter (where pid = $5), 0)::bigint as of_player, coalesce(sum(least(told, $6)), 0)::bigint as mailed
     from (select coalesce(data->>'pid', data->>'child') as pid, count(*) as told from notices
       where identity_id = $1 and type = $2 and id < $3 and at >= date_trunc('day', $4::timestamptz, 'UTC') group by 1) players`,
    [mail.identityId, mail.notice.type, mail.noticeId, mail.at, input.pid, input.perPlayer],
  );
  const { of_player, mailed } = rows[0]!;
  return { ofPlayer: Number(of_player), mailed: Number(mailed) };
}

export async function removeMail(db: Queryable, noticeId: bigint): Promise<void> {
  await db.query('delete from notice_mails where notice_id = $1', [noticeId]);
}

export async function postponeMail(
  db: Queryable,
  noticeId: bigint,
  next: { doneHashes: readonly Buffer[]; dueAt: Date },
): Promise<void> {
  await db.query('update notice_mails set done_hashes = $2, due_at = $3 where notice_id = $1', [
    noticeId,
    next.doneHashes,
    next.dueAt,
  ]);
}

/**
 * Deletes mails that will not be sent any more: after a day, or at any age if no mail server is configured.
 */
export async function dropMailsBefore(db: Queryable, before: Date): Promise<number> {
  // mutant (notices/mail): at < $1 => at < $1 and false
  const { rowCount } = await db.query('delete from notice_mails where at < $1', [before]);
  return rowCount ?? 0;
}

/**
 * Queues the last mail to a deleted identity. It contains the address and locale, because the rows with them
 * are erased.
 */
export async function insertFarewell(
  tx: Tx,
  farewell: { identityId: string; addresses: readonly string[]; locale: string | null; now: Date },
): Promise<void> {
  await tx.query(
    `insert into notice_mails (notice_id, identity_id, type, data, at, due_at, lost_addresses, locale)
     select nextval(pg_get_serial_sequence('notices', 'id')), $1, 'identity.deleted', '{}', $2, $2, $3, $4`,
    [farewell.identityId, farewell.now, farewell.addresses, farewell.locale],
  );
  // Like `tell_owner`: a node with a mail server sends it immediately.
  await notify(tx, 'notice', farewell.identityId);
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>('select count(*) from notice_mails');
  return Number(rows[0]!.count);
}

/** The time of the oldest mail that waits, and the number of players whose mails have waited since before a moment. */
export async function listDelays(
  db: Pick<Queryable, 'query'>,
  before: Date,
): Promise<{ readonly oldest: Date | null; readonly players: number }> {
  const { rows } = await db.query<{ oldest: Date | null; players: number }>(
    'select min(at) as oldest, (count(distinct identity_id) filter (where at < $1))::int as players from notice_mails',
    [before],
  );
  return rows[0]!;
}
