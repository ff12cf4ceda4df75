import { evmAddressBytes, type EvmAddress } from '@pid/protocol/evm';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Remaining } from '@pid/contract';

/** The amount spent of one limit in the period that begins at `windowStart` (unix seconds). */
export interface Usage {
  readonly windowStart: number;
  readonly spent: bigint;
}

interface UsageRow {
  permission_id: string;
  entry: number;
  window_start: bigint;
  spent: string;
}

/** By permission, then by the position of the limit. */
export type Usages = ReadonlyMap<string, ReadonlyMap<number, Usage>>;

export async function listUsage(db: Queryable, permissionIds: readonly string[]): Promise<Usages> {
  const usages = new Map<string, Map<number, Usage>>();
  if (permissionIds.length === 0) return usages;
  const { rows } = await db.query<UsageRow>(
    'select permission_id, entry, window_start, spent::text from evm_permission_usage where permission_id = any($1)',
    [permissionIds],
  );
  for (const row of rows) {
    const entries = usages.get(row.permission_id) ?? new Map<number, Usage>();
    usages.set(
      row.permission_id,
      entries.set(row.entry, { windowStart: Number(row.window_start), spent: BigInt(row.spent) }),
    );
  }
  return usages;
}

/**
 * Counts `amount` against one limit, or returns null if that would exceed it. One conditional statement, so
 * that the second of two concurrent spends sees the count of the first. A window earlier than the stored one
 * counts as the stored one, so that a clock that is set back never resets a limit.
 */
export async function addSpending(
  tx: Tx,
  entry: { permissionId: string; entry: number; windowStart: number; amount: bigint; limit: bigint },
): Promise<Usage | null> {
  if (entry.amount > entry.limit) return null;
  // mutant (evm-permissions/record-spend): u.spent end + excluded.spent => u.spent + excluded.spent end
  const { rows } = await tx.query<UsageRow>(
    `insert into evm_permission_usage as u (permission_id, entry, window_start, spent) values ($1, $2, $3, $4)
     on conflict (permission_id, entry) do update set
       window_start = greatest(u.window_start, excluded.window_start),
       spent = case when excluded.window_start > u.window_start then 0 else u.spent end + excluded.spent
     where case when excluded.window_start > u.window_start then 0 else u.spent end + excluded.spent <= $5
     returning permission_id, entry, window_start, spent::text`,
    [entry.permissionId, entry.entry, entry.windowStart, String(entry.amount), String(entry.limit)],
  );
  return rows[0] ? { windowStart: Number(rows[0].window_start), spent: BigInt(rows[0].spent) } : null;
}

export interface SpendAnswer {
  readonly token: string;
  readonly amount: string;
  readonly remaining: Remaining[];
}

export interface KeyedSpend {
  readonly permissionId: string;
  readonly key: string;
  readonly token: EvmAddress | null;
  readonly amount: bigint;
}

/**
 * Claims an Idempotency-Key. A second request with the same key waits here for the first to commit and then
 * returns its response.
 */
export async function takeSpendKey(
  tx: Tx,
  spend: KeyedSpend,
  now: Date,
): Promise<'taken' | { sameSpend: boolean; answer: SpendAnswer }> {
  const token = spend.token === null ? null : Buffer.from(evmAddressBytes(spend.token));
  const { rowCount } = await tx.query(
    'insert into evm_permission_spend_keys (permission_id, key, token, amount, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [spend.permissionId, spend.key, token, String(spend.amount), now],
  );
  if (rowCount === 1) return 'taken';
  const { rows } = await tx.query<{ same_spend: boolean; answer: SpendAnswer }>(
    'select token is not distinct from $3 and amount = $4 as same_spend, answer from evm_permission_spend_keys where permission_id = $1 and key = $2',
    [spend.permissionId, spend.key, token, String(spend.amount)],
  );
  return { sameSpend: rows[0]!.same_spend, answer: rows[0]!.answer };
}

export async function storeSpendAnswer(tx: Tx, spend: KeyedSpend, answer: SpendAnswer): Promise<void> {
  await tx.query('update evm_permission_spend_keys set answer = $3 where permission_id = $1 and key = $2', [
    spend.permissionId,
    spend.key,
    JSON.stringify(answer),
  ]);
}

export async function sweepSpendKeys(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from evm_permission_spend_keys where created_at < $1', [before]);
}
