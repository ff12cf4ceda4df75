import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';
import type { AnyNotice } from './notice-types.ts';

export type NewNotice = AnyNotice & {
  readonly identityId: string;
  readonly now: Date;
  /** Addresses that the identity loses with this event. */
  readonly lostAddresses?: readonly string[];
};

/** Stores the notice and its mail, which a node with a mail server sends after the commit. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await tx.query('select tell_owner($1, $2, $3, $4, $5)', [
    notice.identityId,
    notice.type,
    JSON.stringify(notice.data),
    notice.now,
    notice.lostAddresses ?? [],
  ]);
}

export interface NoticeRow {
  id: bigint;
  type: string;
  data: Record<string, unknown>;
  at: Date;
  read_at: Date | null;
}

/** Returns notices newest first, below `beforeId`. */
export async function listNoticeRows(
  db: Queryable,
  identityId: string,
  beforeId: string | null,
  limit: number,
): Promise<NoticeRow[]> {
  const { rows } = await db.query<NoticeRow>(
    `select id, type, notice_data(type, data) as data, at, read_at from notices where identity_id = $1 and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [identityId, beforeId, limit],
  );
  return rows;
}

/** Whether the owner was told of the same on the same day (UTC), by which mails about players are limited too. */
export async function isKnownToday(tx: Tx, notice: NewNotice): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from notices where identity_id = $1 and type = $2 and at >= date_trunc('day', $3::timestamptz, 'UTC') and data = $4 limit 1`,
    [notice.identityId, notice.type, notice.now, JSON.stringify(notice.data)],
  );
  return rowCount === 1;
}

export async function countUnread(db: Queryable, identityId: string): Promise<number> {
  const { rows } = await db.query<{ unread: bigint }>(
    'select count(*) as unread from notices where identity_id = $1 and read_at is null',
    [identityId],
  );
  return Number(rows[0]!.unread);
}

/**
 * Marks rows instead of storing a watermark, so that a notice that commits late with a smaller id stays
 * unread.
 */
export async function markRead(db: Queryable, identityId: string, upTo: number, now: Date): Promise<void> {
  await db.query('update notices set read_at = $3 where identity_id = $1 and id <= $2 and read_at is null', [
    identityId,
    upTo,
    now,
  ]);
}

export async function sweepNotices(db: Queryable, before: Date): Promise<void> {
  await inBatches(async (most) => {
    const { rowCount } = await db.query(
      'delete from notices where id in (select id from notices where at < $1 order by at limit $2 for update skip locked)',
      [before, most],
    );
    return rowCount;
  });
}
