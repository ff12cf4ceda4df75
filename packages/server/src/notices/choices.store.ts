import type { Queryable, Tx } from '../platform/db/index.ts';
import type { IncomingNotice } from './notice-types.ts';

/** Since when an identity wants mails about incoming money; null if it wants none. */
export async function findMailsIncoming(db: Queryable, identityId: string): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    'select mails_incoming_from as since from notice_choices where identity_id = $1',
    [identityId],
  );
  return rows[0]?.since ?? null;
}

/** `from` null turns the mails off. If they are on already, the earlier time stays. */
export async function writeMailsIncoming(
  db: Queryable,
  identityId: string,
  from: Date | null,
): Promise<void> {
  await db.query(
    `insert into notice_choices as known (identity_id, mails_incoming_from) values ($1, $2)
     on conflict (identity_id) do update
       set mails_incoming_from = case when excluded.mails_incoming_from is null then null else coalesce(known.mails_incoming_from, excluded.mails_incoming_from) end`,
    [identityId, from],
  );
}

/** Queues the mail of a notice if the owner wanted mails at its time. */
export async function insertIncomingMail(
  tx: Tx,
  notice: IncomingNotice & {
    readonly id: bigint;
    readonly identityId: string;
    readonly at: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into notice_mails (notice_id, identity_id, type, data, at, due_at)
     select $1, identity_id, $3, $4, $5, $6 from notice_choices where identity_id = $2 and mails_incoming_from <= $5`,
    [notice.id, notice.identityId, notice.type, JSON.stringify(notice.data), notice.at, notice.now],
  );
}
