import type { Queryable } from '../platform/db/index.ts';
import { defineError } from '../platform/errors/index.ts';
import { readBalance } from './accounts.store.ts';
import { formatRupiah } from './format-rupiah.ts';

const escrowNotEmpty = defineError(
  'escrow_not_empty',
  400,
  (sentence: string) => sentence,
  'The app still holds money: pay it out first',
);

/** Money that an app has earned must reach its owner before the app goes. */
export async function refuseWhileEscrow(db: Queryable, clientId: string): Promise<void> {
  const sentence = await escrowGuard(db, [clientId]);
  if (sentence) throw escrowNotEmpty(sentence);
}

/** Why these apps cannot go yet; null when none of them holds anything. */
export async function escrowGuard(db: Queryable, clientIds: readonly string[]): Promise<string | null> {
  for (const id of clientIds) {
    const account = await readBalance(db, { kind: 'app', id });
    if (account && account.balance > 0n)
      return `The app ${id} holds ${formatRupiah(account.balance)}: pay it out first`;
  }
  return null;
}
