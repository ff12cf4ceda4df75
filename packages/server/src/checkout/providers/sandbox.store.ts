import type { Queryable } from '../../platform/db/index.ts';

export interface SandboxCharge {
  readonly outcome: 'paid' | 'failed';
  readonly amount: bigint;
  readonly refunded: bigint;
}

/** Whether the checkout page ever paid with play money. */
export async function hasPlayMoney(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    "select exists (select from sandbox_payments where outcome = 'paid') as has",
  );
  return rows[0]!.has;
}

/** Whether another provider ever paid a top-up. */
export async function hasProviderMoney(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    "select exists (select from topups where provider <> 'sandbox' and paid_at is not null) as has",
  );
  return rows[0]!.has;
}

export async function findSandboxCharge(db: Queryable, orderId: string): Promise<SandboxCharge | null> {
  const { rows } = await db.query<SandboxCharge>(
    'select outcome, amount, refunded from sandbox_payments where order_id = $1',
    [orderId],
  );
  return rows[0] ?? null;
}

/** The first press of a button decides; later ones change nothing. */
export async function insertSandboxCharge(
  db: Queryable,
  row: { orderId: string; outcome: 'paid' | 'failed'; amount: bigint; now: Date },
): Promise<void> {
  await db.query(
    'insert into sandbox_payments (order_id, outcome, amount, at) values ($1, $2, $3, $4) on conflict (order_id) do nothing',
    [row.orderId, row.outcome, row.amount, row.now],
  );
}

/** A repeated order changes nothing. */
export async function refundSandboxCharge(db: Queryable, orderId: string, amount: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    "update sandbox_payments set refunded = greatest(refunded, $2) where order_id = $1 and outcome = 'paid' and $2 <= amount",
    [orderId, amount],
  );
  return rowCount === 1;
}
