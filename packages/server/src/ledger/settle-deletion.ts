import type { Clock } from '../platform/clock.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import { closeAccount, ensureAccount, lockBalance, readBalance } from './accounts.store.ts';
import { formatRupiah } from './format-rupiah.ts';
import { settleBalanceFirst } from './ledger-errors.ts';
import { platformAccounts } from './platform-accounts.ts';
import { newPostingId } from './posting-id.ts';
import { lockAccounts, post } from './postings.store.ts';

/** Less than the least fee: it could not be sent to anybody anyway. */
const forfeitMax = 100n;

/** Why an identity cannot be deleted yet, in a sentence for its owner; null when nothing stands in the way. */
export async function balanceGuard(db: Queryable, identityId: string): Promise<string | null> {
  const account = await readBalance(db, { kind: 'identity', id: identityId });
  return account && account.balance > forfeitMax ? refusal(account.balance) : null;
}

/**
 * Closes the account of a deleted identity and forfeits the rest of it. Judged anew under the account's lock, so that money
 * which arrived after the guard was asked stops the deletion instead of being lost.
 */
export async function forfeitBalance(
  deps: { clock: Clock; ids: Ids },
  tx: Tx,
  identityId: string,
  now: Date,
): Promise<void> {
  const account = await ensureAccount(tx, { kind: 'identity', id: identityId }, now);
  await lockAccounts(tx, [account, platformAccounts.forfeited]);
  const balance = await lockBalance(tx, account);
  if (balance > forfeitMax) throw settleBalanceFirst(refusal(balance));
  if (balance > 0n) {
    const entries = [
      { account, amount: -balance },
      { account: platformAccounts.forfeited, amount: balance },
    ];
    await post(
      tx,
      {
        id: newPostingId(deps.clock, deps.ids),
        type: 'forfeit',
        payer: account,
        payee: null,
        app: null,
        amount: balance,
        entries,
      },
      now,
    );
  }
  await closeAccount(tx, account, now);
}

function refusal(balance: bigint): string {
  return `There is ${formatRupiah(balance)} on the balance: send it to somebody first, up to ${formatRupiah(forfeitMax)} may be left and is forfeited`;
}
