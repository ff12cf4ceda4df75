import type { Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { findBalance } from './accounts.store.ts';
import { streamStatement } from './get-statement.ts';
import { getStoredLimits } from './limits.store.ts';
import { findTier } from './tiers.store.ts';

/**
 * Returns what the ledger keeps about an identity: balance, its own limits, its tier (null without tiers), and the
 * complete statement. Null if it never had an account.
 */
export async function exportMoney({ clock }: Needs<'clock'>, db: Queryable, identityId: string) {
  const holder = { kind: 'identity', id: identityId } as const;
  const account = await findBalance(db, holder);
  if (!account) return null;
  const entries: unknown[] = [];
  for await (const chunk of streamStatement(db, holder, {}))
    for (const entry of chunk) entries.push(withNumbers(entry));
  const limits = await getStoredLimits(db, account.id);
  const tier = await findTier(db, account.id, clock.now());
  return {
    currency: 'IDR',
    balance: Number(account.balance),
    held: Number(account.held),
    limits: withNumbers(limits),
    tier: tier && withNumbers(tier),
    entries,
  };
}

/** Rupiah amounts are below 2^53, so the exported file can hold them as numbers. */
function withNumbers(entry: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
