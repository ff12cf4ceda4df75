import type { ClaimAccount } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface Unactivated {
  readonly id: string;
  readonly pid: string;
}

const begin = '00000000-0000-0000-0000-000000000000';

/** Lists the next players after the watch's position whose wallet is not known to be activated. */
export async function listUnactivated(
  db: Queryable,
  limit: number,
): Promise<{ after: string; players: Unactivated[] }> {
  const { rows: marks } = await db.query<{ after_identity: string }>(
    'select after_identity from claim_watch',
  );
  const after = marks[0]?.after_identity ?? begin;
  const { rows } = await db.query<Unactivated>(
    `select i.id, i.pid from identity_facts i
     where i.id > $1 and i.status <> 'deleted' and not exists (select from smart_accounts s where s.identity_id = i.id)
     order by i.id limit $2`,
    [after, limit],
  );
  return { after, players: rows };
}

/**
 * Moves the position with one conditional statement; returns false if another node has moved it. Null
 * restarts at the beginning.
 */
export async function advancePosition(db: Queryable, after: string, next: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update claim_watch set after_identity = $2 where after_identity = $1',
    [after, next ?? begin],
  );
  return rowCount === 1;
}

/** Returns false if this claim is already stored. */
export async function storeClaim(
  tx: Tx,
  identityId: string,
  claim: ClaimAccount,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into account_claims (identity_id, authority, issued_at, ready_at, seen_at) values ($1, $2, $3, $4, $5)
     on conflict (identity_id) do update set authority = excluded.authority, issued_at = excluded.issued_at,
       ready_at = excluded.ready_at, seen_at = excluded.seen_at
     where (account_claims.authority, account_claims.issued_at, account_claims.ready_at)
       is distinct from (excluded.authority, excluded.issued_at, excluded.ready_at)`,
    [identityId, Buffer.from(claim.authority), claim.issuedAt, claim.readyAt, now],
  );
  return rowCount === 1;
}

export async function forgetClaim(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from account_claims where identity_id = $1', [identityId]);
}
