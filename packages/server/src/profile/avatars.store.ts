import type { Queryable, Tx } from '../platform/db/index.ts';

/** One picture per player: a new one replaces the old one, whose address then returns nothing. */
export async function putAvatar(
  tx: Tx,
  { identityId, id, png, now }: { identityId: string; id: string; png: Buffer; now: Date },
): Promise<void> {
  await tx.query(
    `insert into profile_avatars (identity_id, id, png, at) values ($1, $2, $3, $4)
     on conflict (identity_id) do update set id = excluded.id, png = excluded.png, at = excluded.at`,
    [identityId, id, png, now],
  );
}

export async function findAvatar(db: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ png: Buffer }>('select png from profile_avatars where id = $1', [id]);
  return rows[0]?.png ?? null;
}

export async function dropAvatar(db: Queryable, identityId: string): Promise<void> {
  await db.query('delete from profile_avatars where identity_id = $1', [identityId]);
}

export async function exportAvatar(db: Queryable, identityId: string) {
  const { rows } = await db.query<{ png: Buffer; at: Date }>(
    'select png, at from profile_avatars where identity_id = $1',
    [identityId],
  );
  const [found] = rows;
  return found ? { at: found.at.toISOString(), png: found.png.toString('base64') } : null;
}
