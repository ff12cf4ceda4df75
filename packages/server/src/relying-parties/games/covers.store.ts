import type { Queryable, Tx } from '../../platform/db/index.ts';

/** One cover per app: a new one replaces the old one, whose address then returns nothing. The caller has locked the app. */
export async function putCover(
  tx: Tx,
  { clientId, id, jpeg, now }: { clientId: string; id: string; jpeg: Buffer; now: Date },
): Promise<void> {
  await tx.query(
    `insert into app_covers (client_id, id, jpeg, at) values ($1, $2, $3, $4)
     on conflict (client_id) do update set id = excluded.id, jpeg = excluded.jpeg, at = excluded.at`,
    [clientId, id, jpeg, now],
  );
}

export async function dropCover(tx: Tx, clientId: string): Promise<void> {
  await tx.query('delete from app_covers where client_id = $1', [clientId]);
}

export async function findCover(db: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ jpeg: Buffer }>('select jpeg from app_covers where id = $1', [id]);
  return rows[0]?.jpeg ?? null;
}
