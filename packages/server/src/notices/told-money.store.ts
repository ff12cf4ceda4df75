import type { Queryable, Tx } from '../platform/db/index.ts';
import type { IncomingNotice } from './notice-types.ts';

/**
 * The number of the last entry that was considered for notices. With `locked`, other transactions wait until
 * this one ends.
 */
export async function toldUpTo(
  db: Queryable | Tx,
  identityId: string,
  how: 'as it is' | 'locked',
): Promise<bigint> {
  if (how === 'locked')
    await db.query(
      'insert into told_money (identity_id, version) values ($1, 0) on conflict (identity_id) do nothing',
      [identityId],
    );
  const { rows } = await db.query<{ version: bigint }>(
    `select version from told_money where identity_id = $1 ${how === 'locked' ? 'for update' : ''}`,
    [identityId],
  );
  return rows[0]?.version ?? 0n;
}

export async function writeTold(tx: Tx, identityId: string, version: bigint): Promise<void> {
  await tx.query('update told_money set version = $2 where identity_id = $1', [identityId, version]);
}

/** Inserts a notice. Its mail and notifications are queued separately. Returns its id. */
export async function insertIncoming(
  tx: Tx,
  notice: IncomingNotice & { readonly identityId: string; readonly at: string },
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    'insert into notices (identity_id, type, data, at) values ($1, $2, $3, $4) returning id',
    [notice.identityId, notice.type, JSON.stringify(notice.data), notice.at],
  );
  return rows[0]!.id;
}

/** The players of a list who want to be told of incoming money without looking: by a device or a mail. */
export async function listAlerted(db: Queryable, identityIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select named.id from unnest($1::uuid[]) named(id) where exists (select from push_subscriptions s where s.identity_id = named.id)
       or exists (select from notice_choices c where c.identity_id = named.id and mails_incoming_from is not null)`,
    [identityIds],
  );
  return rows.map(({ id }) => id);
}

/** Pages through all such players, with the numbers of the last entries that were considered. */
export async function listAlertedAfter(
  db: Queryable,
  afterId: string | null,
  limit: number,
): Promise<{ readonly id: string; readonly told: bigint }[]> {
  const { rows } = await db.query<{ id: string; told: bigint }>(
    `select a.id, coalesce(t.version, 0) as told from (
       (select distinct identity_id as id from push_subscriptions where $1::uuid is null or identity_id > $1 order by 1 limit $2)
       union
       (select identity_id from notice_choices where mails_incoming_from is not null and ($1::uuid is null or identity_id > $1) order by 1 limit $2)
       order by 1 limit $2
     ) a left join told_money t on t.identity_id = a.id order by a.id`,
    [afterId, limit],
  );
  return rows;
}
