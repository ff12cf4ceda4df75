import type { Clock } from '../platform/clock.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { defineError } from '../platform/errors/index.ts';
import type { Ids } from '../platform/ids.ts';
import { closeAccount, ensureAccount, readBalance } from './accounts.store.ts';
import { formatRupiah } from './format-rupiah.ts';
import { topUpsUnderWay } from './ledger-errors.ts';
import { newPostingId } from './posting-id.ts';

const escrowNotEmpty = defineError(
  'escrow_not_empty',
  400,
  (sentence: string) => sentence,
  'The app still holds money: pay it out first',
);

/** Money that an app has earned must reach its owner before the app goes; then its account is closed for good, under its lock. */
export async function closeEscrow(deps: { clock: Clock; ids: Ids }, tx: Tx, clientId: string): Promise<void> {
  const now = deps.clock.now();
  const account = await ensureAccount(tx, { kind: 'app', id: clientId }, now);
  const { outcome, balance } = await closeAccount(tx, account, newPostingId(deps.clock, deps.ids), now);
  if (outcome === 'balance') throw escrowNotEmpty(refusal(clientId, balance));
  if (outcome === 'topups') throw topUpsUnderWay();
}

/** Why these apps cannot go yet; null when none of them holds anything. */
export async function escrowGuard(db: Queryable, clientIds: readonly string[]): Promise<string | null> {
  for (const id of clientIds) {
    const account = await readBalance(db, { kind: 'app', id });
    if (account && account.balance > 0n) return refusal(id, account.balance);
  }
  return null;
}

function refusal(clientId: string, balance: bigint): string {
  return `The app ${clientId} holds ${formatRupiah(balance)}: pay it out first`;
}
