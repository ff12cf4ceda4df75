import type { Clock } from '../platform/clock.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import { closeAccount, ensureAccount, lockAccounts, readBalance } from './accounts.store.ts';
import { formatRupiah } from './format-rupiah.ts';
import { settleBalanceFirst, topUpsUnderWay } from './ledger-errors.ts';
import { newPostingId } from './posting-id.ts';
import { closeEscrow } from './settle-app.ts';

/** Less than the least fee: it could not be sent to anybody anyway. */
const forfeitMax = 100n;

/** Why an identity cannot be deleted yet, in a sentence for its owner; null when nothing stands in the way. */
export async function balanceGuard(db: Queryable, identityId: string): Promise<string | null> {
  const account = await readBalance(db, { kind: 'identity', id: identityId });
  return account && account.balance > forfeitMax ? refusal(account.balance) : null;
}

/**
 * Closes the accounts of a deleted identity and of its apps, and forfeits the rest of it. Judged anew under the account's lock, so that money
 * which arrived after the guard was asked, or is about to, stops the deletion instead of being lost.
 */
export async function forfeitBalance(
  deps: { clock: Clock; ids: Ids },
  tx: Tx,
  owner: { readonly identityId: string; readonly clientIds: readonly string[] },
  now: Date,
): Promise<void> {
  const account = await ensureAccount(tx, { kind: 'identity', id: owner.identityId }, now);
  const escrows: bigint[] = [];
  for (const id of owner.clientIds) escrows.push(await ensureAccount(tx, { kind: 'app', id }, now));
  await lockAccounts(tx, [account, ...escrows]);
  for (const clientId of owner.clientIds) await closeEscrow(deps, tx, clientId);
  const { outcome, balance } = await closeAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
  if (outcome === 'balance') throw settleBalanceFirst(refusal(balance));
  if (outcome === 'topups') throw topUpsUnderWay();
}

function refusal(balance: bigint): string {
  return `There is ${formatRupiah(balance)} on the balance: send it to somebody first, up to ${formatRupiah(forfeitMax)} may be left and is forfeited`;
}
