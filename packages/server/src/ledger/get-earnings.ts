import type { Queryable } from '../platform/db/index.ts';
import { findBalance } from './accounts.store.ts';
import { sumOwnerMoves } from './statement.store.ts';

/**
 * Money that an app has earned is still in its escrow, was paid out or was settled to a bank account. The
 * owner's deposits are not earned.
 */
export async function getEarnings(db: Queryable, clientId: string) {
  const account = await findBalance(db, { kind: 'app', id: clientId });
  if (!account) return { balance: 0n, held: 0n, earned: 0n, paidOut: 0n, deposited: 0n, settled: 0n };
  const { balance, held } = account;
  const { paidOut, deposited, settled } = await sumOwnerMoves(db, account.id);
  const earned = balance + paidOut + settled - deposited;
  return { balance, held, earned, paidOut, deposited, settled };
}
