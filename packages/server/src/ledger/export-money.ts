import type { Queryable } from '../platform/db/index.ts';
import { findBalance } from './accounts.store.ts';
import { streamStatement } from './get-statement.ts';

/** The whole statement of an identity, however long it is; null for whoever never had money. */
export async function exportMoney(db: Queryable, identityId: string) {
  const holder = { kind: 'identity', id: identityId } as const;
  const account = await findBalance(db, holder);
  if (!account) return null;
  const entries: unknown[] = [];
  for await (const chunk of streamStatement(db, holder, {}))
    for (const entry of chunk) entries.push(withNumbers(entry));
  return { currency: 'IDR', balance: Number(account.balance), entries };
}

/** Rupiah are below 2^53; a file for people holds them as numbers. */
function withNumbers(entry: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
