import type { Address } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface EndedSession {
  readonly sessionAddress: Address;
  readonly allowedProgram: Address;
  readonly handle: string;
}

/** Claims ended sessions whose rent can be returned. Other callers do not get them until the retry time. */
export async function claimEnded(
  db: Queryable,
  query: { endedBefore: bigint; triedBefore: Date; now: Date; limit: number },
): Promise<EndedSession[]> {
  const { rows } = await db.query<{ session_address: Address; allowed_program: Address; handle: string }>(
    `update session_grants g set close_tried_at = $3 from identity_facts i
     where i.id = g.identity_id and g.session_address in (
       select session_address from session_grants
       where closed_at is null and expires_at < $1 and (close_tried_at is null or close_tried_at < $2)
       order by expires_at limit $4 for update skip locked)
     returning g.session_address, g.allowed_program, i.handle`,
    [query.endedBefore, query.triedBefore, query.now, query.limit],
  );
  return rows.map((row) => ({
    sessionAddress: row.session_address,
    allowedProgram: row.allowed_program,
    handle: row.handle,
  }));
}

/**
 * Marks the sessions closed, then deletes those of deleted identities. The order matters: an identity deleted
 * in between deletes its closed sessions itself.
 */
export async function markClosed(tx: Tx, addresses: readonly Address[], now: Date): Promise<void> {
  await tx.query('update session_grants set closed_at = $2 where session_address = any ($1)', [
    addresses,
    now,
  ]);
  await tx.query(
    `delete from session_grants g using identity_facts i
     where i.id = g.identity_id and i.status = 'deleted' and g.session_address = any ($1)`,
    [addresses],
  );
}
