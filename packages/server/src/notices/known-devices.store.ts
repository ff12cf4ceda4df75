import type { Queryable, Tx } from '../platform/db/index.ts';

/**
 * Stores the browser. Returns whether it is new to the identity and whether it is the identity's first one.
 */
export async function rememberDevice(
  tx: Tx,
  device: { identityId: string; hash: Buffer; now: Date },
): Promise<{ isNew: boolean; isFirst: boolean }> {
  // mutant (notices/notices): xmax = 0 => true
  const { rows } = await tx.query<{ is_new: boolean; is_first: boolean }>(
    `with others as (select exists (select from known_devices where identity_id = $1) as any)
     insert into known_devices (identity_id, hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (identity_id, hash) do update set last_seen_at = excluded.last_seen_at
     returning xmax = 0 as is_new, not (select "any" from others) as is_first`,
    [device.identityId, device.hash, device.now],
  );
  const { is_new: isNew, is_first: isFirst } = rows[0]!;
  return { isNew, isFirst };
}

/**
 * Deletes browsers in a ctid range that have not been seen since `before`. Keeps the latest one of an
 * identity: otherwise the browser of a stranger would count as the first one and cause no notice.
 */
export async function sweepDevices(db: Queryable, before: Date, from: string, to: string): Promise<void> {
  await db.query(
    `delete from known_devices d where ctid >= $2::tid and ctid < $3::tid and last_seen_at < $1
       and exists (select from known_devices o where o.identity_id = d.identity_id and (o.last_seen_at, o.hash) > (d.last_seen_at, d.hash))`,
    [before, from, to],
  );
}
