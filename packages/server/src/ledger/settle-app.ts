import type { DeletionHold } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { closeAccount, ensureAccount, findBalance } from './accounts.store.ts';
import { newPostingId } from './posting-id.ts';

/** Money that an app has earned must reach its owner before the app goes; then its account is closed for good, under its lock. */
export async function closeEscrow(deps: Needs<'clock' | 'ids'>, tx: Tx, clientId: string): Promise<void> {
  const now = deps.clock.now();
  const account = await ensureAccount(tx, { kind: 'app', id: clientId }, now);
  const { outcome, balance } = await closeAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
  if (outcome === 'balance') throw refuse('escrow_not_empty', { app: clientId, balance });
  if (outcome === 'topups') throw refuse('topups_under_way');
  if (outcome === 'holds') throw refuse('holds_under_way');
}

/** Why these apps cannot go yet; null when none of them holds anything. */
export async function escrowGuard(db: Queryable, clientIds: readonly string[]): Promise<DeletionHold | null> {
  for (const id of clientIds) {
    const account = await findBalance(db, { kind: 'app', id });
    if (account && account.balance > 0n) return { reason: 'app_balance', app: id, balance: account.balance };
  }
  return null;
}
