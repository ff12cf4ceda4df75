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

/** Inserts a notice without a mail. */
export async function insertQuietly(
  tx: Tx,
  notice: IncomingNotice & { readonly identityId: string; readonly at: string },
): Promise<void> {
  await tx.query('insert into notices (identity_id, type, data, at) values ($1, $2, $3, $4)', [
    notice.identityId,
    notice.type,
    JSON.stringify(notice.data),
    notice.at,
  ]);
}
