import type { DeletionBlock } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import {
  closeAccount,
  ensureAccount,
  findAccount,
  findBalance,
  leaveAccount,
  lockAccounts,
} from './accounts.store.ts';
import { newPostingId } from './posting-id.ts';
import { closeEscrow } from './close-escrow.ts';

/** Not more than the default minimum fee, so it could not be sent. */
const forfeitMax = 100n;

/** Returns the reason why an identity cannot be deleted yet; null if there is none. */
export async function balanceGuard(db: Queryable, identityId: string): Promise<DeletionBlock | null> {
  const account = await findBalance(db, { kind: 'identity', id: identityId });
  if (!account || account.balance <= forfeitMax) return null;
  return { reason: 'balance', balance: account.balance, forfeited: forfeitMax };
}

interface Owner {
  readonly identityId: string;
  readonly clientIds: readonly string[];
}

/**
 * Moves the money of a deleted owner to suspense, so that money neither blocks an administrator's deletion
 * nor is lost.
 */
export async function leaveToSuspense(
  deps: Needs<'clock' | 'ids'>,
  tx: Tx,
  { identityId, clientIds, others }: Owner & { readonly others: readonly string[] },
  now: Date,
): Promise<void> {
  const find = async (kind: 'identity' | 'app', ids: readonly string[]) => {
    const accounts = [];
    for (const id of ids) accounts.push(await findAccount(tx, { kind, id }));
    return accounts.filter((account) => account !== null);
  };
  const own = [...(await find('identity', [identityId])), ...(await find('app', clientIds))];
  // In one statement, because every transaction locks accounts in the order of their ids.
  await lockAccounts(tx, [...own, ...(await find('identity', others))]);
  for (const account of own) await leaveAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
}

/**
 * Closes the accounts of a deleted identity and of its apps, and forfeits a small rest. Checks again under
 * the account's lock, so that money that arrived after the guard ran stops the deletion instead of being
 * lost.
 */
export async function forfeitBalance(
  deps: Needs<'clock' | 'ids'>,
  tx: Tx,
  owner: Owner,
  now: Date,
): Promise<void> {
  const account = await ensureAccount(tx, { kind: 'identity', id: owner.identityId }, now);
  const escrows: bigint[] = [];
  for (const id of owner.clientIds) escrows.push(await ensureAccount(tx, { kind: 'app', id }, now));
  await lockAccounts(tx, [account, ...escrows]);
  for (const clientId of owner.clientIds) await closeEscrow(deps, tx, clientId);
  const { outcome, balance } = await closeAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
  if (outcome === 'balance') throw refuse('settle_balance_first', { balance, forfeited: forfeitMax });
  if (outcome === 'topups') throw refuse('topups_under_way');
  if (outcome === 'holds') throw refuse('holds_under_way');
}
