import type { Queryable, Tx } from '../platform/db/index.ts';

export async function insertGuest(
  db: Queryable,
  guest: { id: string; clientId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await db.query('insert into guests (id, client_id, token_hash, created_at) values ($1, $2, $3, $4)', [
    guest.id,
    guest.clientId,
    guest.tokenHash,
    guest.now,
  ]);
}

export interface Guest {
  readonly id: string;
  /** The player who has claimed the guest, or null. */
  readonly identityId: string | null;
}

/** Returns null if the app has no guest with this token. */
export async function findGuest(db: Queryable, clientId: string, tokenHash: Buffer): Promise<Guest | null> {
  const { rows } = await db.query<Guest>(
    'select id, identity_id as "identityId" from guests where token_hash = $1 and client_id = $2',
    [tokenHash, clientId],
  );
  return rows[0] ?? null;
}

/**
 * Gives the guest to a player. The same player may repeat it. `claimed`: it belongs to another player. `ended`: the player is not active. A
 * concurrent deletion of the player either waits and erases the guest, or is seen.
 */
export async function giveGuest(
  tx: Tx,
  guest: { id: string; identityId: string; now: Date },
): Promise<'given' | 'claimed' | 'ended'> {
  await tx.query('select hold_identities($1)', [[guest.identityId]]);
  const { rows } = await tx.query<{ outcome: 'given' | 'claimed' | 'ended' }>(
    `with player as (select from identity_facts where id = $2 and status = 'active'),
       given as (update guests set identity_id = $2, claimed_at = coalesce(claimed_at, $3)
         where id = $1 and (identity_id is null or identity_id = $2) and exists (select from player) returning id)
     select case when exists (select from given) then 'given' when exists (select from player) then 'claimed' else 'ended' end as outcome`,
    [guest.id, guest.identityId, guest.now],
  );
  return rows[0]!.outcome;
}

export interface ClaimedGuest {
  readonly guestId: string;
  readonly clientId: string;
  readonly app: string;
  readonly claimedAt: Date;
}

export async function listGuestsOf(
  db: Queryable,
  identityId: string,
  limit: number,
): Promise<ClaimedGuest[]> {
  const { rows } = await db.query<ClaimedGuest>(
    `select g.id as "guestId", g.client_id as "clientId", a.name as app, g.claimed_at as "claimedAt"
     from guests g join apps a on a.client_id = g.client_id where g.identity_id = $1 order by g.claimed_at desc, g.id limit $2`,
    [identityId, limit],
  );
  return rows;
}

export async function deleteGuestsOf(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from guests where identity_id = $1', [identityId]);
}

/** Deletes guests that nobody has claimed for long, and the guests of deleted apps. */
export async function sweepGuests(db: Queryable, createdBefore: Date): Promise<void> {
  await db.query('delete from guests where identity_id is null and created_at < $1', [createdBefore]);
  await db.query(
    'delete from guests g using apps a where a.client_id = g.client_id and a.deleted_at is not null',
  );
}
