import type { Queryable } from '../platform/db/index.ts';
import { findBalance } from './accounts.store.ts';
import { streamStatement } from './get-statement.ts';

/** Returns the complete statement of an identity; null if it never had an account. */
export async function exportMoney(db: Queryable, identityId: string) {
  const holder = { kind: 'identity', id: identityId } as const;
  const account = await findBalance(db, holder);
  if (!account) return null;
  const entries: unknown[] = [];
  for await (const chunk of streamStatement(db, holder, {}))
    for (const entry of chunk) entries.push(withNumbers(entry));
  return { currency: 'IDR', balance: Number(account.balance), entries };
}

/** Rupiah amounts are below 2^53, so the exported file can hold them as numbers. */
function withNumbers(entry: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
