import { inBatches, type Queryable, type Tx } from '../platform/db/index.ts';

export interface FamilyRequest {
  readonly id: string;
  readonly childId: string;
  readonly pid: string;
  readonly paymentId: string;
  readonly app: string;
  readonly total: bigint;
  readonly askedAt: Date;
  /** The payment's. Null if the payment is no longer there. */
  readonly expiresAt: Date | null;
  /** Whether the payment can still be confirmed, by the database's clock. */
  readonly isOpen: boolean;
  readonly decision: 'allow' | 'deny' | null;
  readonly decidedAt: Date | null;
  /** pid of the parent who decided. */
  readonly decidedBy: string | null;
}

const selection = `select r.id, r.child_id as "childId", i.pid, r.payment_id as "paymentId", r.app, r.total, r.asked_at as "askedAt", p.expires_at as "expiresAt",
    coalesce(p.status = 'open' and p.expires_at > clock_timestamp(), false) as "isOpen", r.decision, r.decided_at as "decidedAt", d.pid as "decidedBy"
  from family_requests r join identity_facts i on i.id = r.child_id left join payment_facts p on p.id = r.payment_id left join identity_facts d on d.id = r.decided_by`;

/** Open requests of these children, oldest first. */
export async function listOpenRequests(db: Queryable, childIds: readonly string[]): Promise<FamilyRequest[]> {
  if (childIds.length === 0) return [];
  const { rows } = await db.query<FamilyRequest>(
    `${selection} where r.child_id = any($1) and r.decision is null and p.status = 'open' and p.expires_at > clock_timestamp() order by r.asked_at, r.id`,
    [childIds],
  );
  return rows;
}

export async function listRequestsOf(db: Queryable, identityId: string): Promise<FamilyRequest[]> {
  const { rows } = await db.query<FamilyRequest>(
    `${selection} where r.child_id = $1 or r.decided_by = $1 order by r.asked_at, r.id`,
    [identityId],
  );
  return rows;
}

export async function findRequest(db: Queryable, id: string): Promise<FamilyRequest | null> {
  const { rows } = await db.query<FamilyRequest>(`${selection} where r.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findRequestFor(
  db: Queryable,
  asked: { readonly childId: string; readonly paymentId: string; readonly total: bigint },
): Promise<FamilyRequest | null> {
  const { rows } = await db.query<FamilyRequest>(
    `${selection} where r.child_id = $1 and r.payment_id = $2 and r.total = $3`,
    [asked.childId, asked.paymentId, asked.total],
  );
  return rows[0] ?? null;
}

/** Returns false if the child has already asked for this payment and total. */
export async function insertRequest(
  tx: Tx,
  request: Pick<FamilyRequest, 'id' | 'childId' | 'paymentId' | 'app' | 'total' | 'askedAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into family_requests (id, child_id, payment_id, total, app, asked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (child_id, payment_id, total) do nothing`,
    [request.id, request.childId, request.paymentId, request.total, request.app, request.askedAt],
  );
  return rowCount === 1;
}

/** Of several concurrent decisions, one returns true. */
export async function decideRequest(
  tx: Tx,
  decision: {
    readonly id: string;
    readonly decision: 'allow' | 'deny';
    readonly by: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update family_requests set decision = $2, decided_by = $3, decided_at = $4 where id = $1 and decision is null',
    [decision.id, decision.decision, decision.by, decision.now],
  );
  return rowCount === 1;
}

/** What can still have an effect. The rest is history, which the export of the child contains. */
const isOfOpenPayment =
  "exists (select from payment_facts p where p.id = family_requests.payment_id and p.status = 'open')";

/** Deletes what a parent decided about open payments of a child, so that an approval does not outlive the link. */
export async function deleteDecisionsOf(tx: Tx, childId: string, parentId: string): Promise<void> {
  await tx.query(
    `delete from family_requests where child_id = $1 and decided_by = $2 and ${isOfOpenPayment}`,
    [childId, parentId],
  );
}

/** Deletes the requests of a child about open payments. */
export async function deleteOpenRequestsOf(tx: Tx, childId: string): Promise<void> {
  await tx.query(`delete from family_requests where child_id = $1 and ${isOfOpenPayment}`, [childId]);
}

export async function deleteRequestsOf(tx: Tx, childId: string): Promise<void> {
  await tx.query('delete from family_requests where child_id = $1', [childId]);
}

export async function deleteOldRequests(db: Queryable, before: Date): Promise<void> {
  await inBatches(
    async (most) =>
      (
        await db.query(
          'delete from family_requests where id in (select id from family_requests where asked_at < $1 order by asked_at limit $2)',
          [before, most],
        )
      ).rowCount,
  );
}
