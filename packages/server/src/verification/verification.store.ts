import type { Queryable, Tx } from '../platform/db/index.ts';

export interface VerificationRequest {
  readonly clientId: string;
  readonly about: string;
  readonly status: 'pending' | 'approved' | 'refused';
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
}

const columns =
  'client_id as "clientId", about, status, asked_at as "askedAt", decided_at as "decidedAt", reason';

export async function findRequest(db: Queryable, clientId: string): Promise<VerificationRequest | null> {
  const { rows } = await db.query<VerificationRequest>(
    `select ${columns} from verification_requests where client_id = $1`,
    [clientId],
  );
  return rows[0] ?? null;
}

export async function listRequests(
  db: Queryable,
  clientIds: readonly string[],
): Promise<VerificationRequest[]> {
  const { rows } = await db.query<VerificationRequest>(
    `select ${columns} from verification_requests where client_id = any($1) order by client_id`,
    [clientIds],
  );
  return rows;
}

/** A pending request keeps its place in the queue. */
export async function upsertRequest(tx: Tx, clientId: string, about: string, now: Date): Promise<void> {
  await tx.query(
    `insert into verification_requests as r (client_id, about, status, asked_at) values ($1, $2, 'pending', $3)
     on conflict (client_id) do update set about = excluded.about, status = 'pending', decided_at = null, reason = null,
       asked_at = case when r.status = 'pending' then r.asked_at else excluded.asked_at end`,
    [clientId, about, now],
  );
}

/** Returns false if the request is no longer pending: of two administrators only one decides. */
export async function decideRequest(
  tx: Tx,
  clientId: string,
  decision: { readonly status: 'approved' | 'refused'; readonly reason: string | null; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update verification_requests set status = $2, reason = $3, decided_at = $4 where client_id = $1 and status = 'pending'`,
    [clientId, decision.status, decision.reason, decision.now],
  );
  return rowCount === 1;
}

/** Longest waiting first, after the last request that was shown. */
export async function listWaiting(
  db: Queryable,
  after: { readonly askedAt: string; readonly clientId: string } | null,
  limit: number,
): Promise<VerificationRequest[]> {
  const { rows } = await db.query<VerificationRequest>(
    `select ${columns} from verification_requests
     where status = 'pending' and ($1::timestamptz is null or (asked_at, client_id) > ($1, $2::text))
     order by asked_at, client_id limit $3`,
    [after?.askedAt ?? null, after?.clientId ?? null, limit],
  );
  return rows;
}

export async function deleteRequests(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query('delete from verification_requests where client_id = any($1)', [clientIds]);
}
