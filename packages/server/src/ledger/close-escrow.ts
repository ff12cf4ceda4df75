import type { DeletionBlock } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { closeAccount, ensureAccount, findBalance } from './accounts.store.ts';
import { newPostingId } from './posting-id.ts';

/**
 * Closes an app's account permanently, under its lock. Refused while the escrow has money, which the owner
 * must pay out first.
 */
export async function closeEscrow(deps: Needs<'clock' | 'ids'>, tx: Tx, clientId: string): Promise<void> {
  const now = deps.clock.now();
  const account = await ensureAccount(tx, { kind: 'app', id: clientId }, now);
  const { outcome, balance } = await closeAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
  if (outcome === 'settlements') throw refuse('settlements_under_way');
  if (outcome === 'balance') throw refuse('escrow_not_empty', { app: clientId, balance });
  if (outcome === 'topups') throw refuse('topups_under_way');
  if (outcome === 'holds') throw refuse('holds_under_way');
}

/** Returns the reason why these apps cannot be deleted yet; null if their escrows are empty. */
export async function escrowGuard(
  db: Queryable,
  clientIds: readonly string[],
): Promise<DeletionBlock | null> {
  for (const id of clientIds) {
    const account = await findBalance(db, { kind: 'app', id });
    if (account && account.balance > 0n) return { reason: 'app_balance', app: id, balance: account.balance };
  }
  return null;
}
