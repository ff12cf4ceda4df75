import type { Queryable } from '../platform/db/index.ts';

export interface UnknownAmount {
  readonly id: string;
  readonly signature: string;
  readonly asset: string;
  readonly feesLamports: bigint;
}

/** Lists finalized withdrawals of everything whose amount is not recorded yet. */
export async function listUnknownAmounts(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<UnknownAmount[]> {
  const { rows } = await db.query<UnknownAmount>(
    `select id, signature, details->>'asset' as asset, fees_lamports as "feesLamports"
     from final_operations
     where kind = 'withdraw' and details->>'amount' = '18446744073709551615' and settled_at > $1
       and not exists (select from withdrawn_amounts where operation_id = id)
     order by position limit $2`,
    [since, limit],
  );
  return rows;
}

/** Keeps the first recorded amount: a finalized transaction does not change. */
export async function storeAmount(db: Queryable, operationId: string, amount: bigint): Promise<void> {
  await db.query(
    'insert into withdrawn_amounts (operation_id, amount) values ($1, $2) on conflict (operation_id) do nothing',
    [operationId, amount.toString()],
  );
}

export async function listWithdrawnAmounts(
  db: Queryable,
  operationIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ operation_id: string; amount: string }>(
    'select operation_id, amount::text from withdrawn_amounts where operation_id = any($1::uuid[])',
    [operationIds],
  );
  return new Map(rows.map(({ operation_id, amount }) => [operation_id, amount]));
}
