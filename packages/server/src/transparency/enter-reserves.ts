import type { Queryable } from '../platform/db/index.ts';
import { insertReserves } from './liabilities.store.ts';

/** Records what the operator holds, for the page /transparency. Entries are permanent; the newest one counts. */
export async function enterReserves(
  db: Queryable,
  reserves: { readonly amount: bigint; readonly source: string; readonly at: Date; readonly by: string },
): Promise<void> {
  await insertReserves(db, reserves);
}
