import type { Queryable } from '../platform/db/index.ts';
import type { Operation } from './operation.ts';
import { toOperation, type OperationRow } from './relay.store.ts';

export interface Claim {
  readonly now: Date;
  /** Other nodes ignore the rows until then. */
  readonly leaseUntil: Date;
  readonly limit: number;
}

/**
 * Claims due operations; each row goes to one node. Excludes operations whose taker is being searched for.
 */
export function claimDue(db: Queryable, claim: Claim): Promise<Operation[]> {
  return claimRows(db, claim, 'seek_since is null');
}

/** The same for operations whose nonce was used by an unknown transaction. */
export function claimSeeking(db: Queryable, claim: Claim): Promise<Operation[]> {
  return claimRows(db, claim, 'seek_since is not null');
}

async function claimRows(
  db: Queryable,
  { now, leaseUntil, limit }: Claim,
  condition: 'seek_since is null' | 'seek_since is not null',
): Promise<Operation[]> {
  const { rows } = await db.query<OperationRow>(
    `update relay_operations set next_attempt_at = $2
     where id in (select id from relay_operations where state in ('prepared', 'confirmed') and next_attempt_at <= $1 and ${condition}
       order by next_attempt_at limit $3 for update skip locked)
     returning *`,
    [now, leaseUntil, limit],
  );
  return rows.map(toOperation);
}

export async function scheduleNext(
  db: Queryable,
  input: { id: string; at: Date; sent: boolean },
): Promise<void> {
  await db.query(
    `update relay_operations set next_attempt_at = $2, sends = sends + $3 where id = $1 and state in ('prepared', 'confirmed')`,
    [input.id, input.at, input.sent ? 1 : 0],
  );
}

/** Keeps the start of the search, however often it is rescheduled. */
export async function scheduleSeek(
  db: Queryable,
  input: { id: string; since: Date; before: string | null; at: Date },
): Promise<void> {
  await db.query(
    `update relay_operations set seek_since = coalesce(seek_since, $2), seek_before = $3, next_attempt_at = $4
     where id = $1 and state in ('prepared', 'confirmed')`,
    [input.id, input.since, input.before, input.at],
  );
}

export async function countSeeking(db: Queryable): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await db.query<{ count: bigint; oldest_at: Date | null }>(
    `select count(*) as count, min(seek_since) as oldest_at from relay_operations
     where state in ('prepared', 'confirmed') and seek_since is not null`,
  );
  return { count: Number(rows[0]?.count ?? 0n), oldestAt: rows[0]?.oldest_at ?? null };
}
