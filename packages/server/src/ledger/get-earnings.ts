import type { Queryable } from '../platform/db/index.ts';
import { findBalance } from './accounts.store.ts';
import { sumPayouts } from './statement.store.ts';

/**
 * Money that an app has earned is either still in its escrow or was paid out, so the sum of both is the
 * earnings.
 */
export async function getEarnings(db: Queryable, clientId: string) {
  const account = await findBalance(db, { kind: 'app', id: clientId });
  if (!account) return { balance: 0n, held: 0n, earned: 0n, paidOut: 0n };
  const paidOut = await sumPayouts(db, account.id);
  return { balance: account.balance, held: account.held, earned: account.balance + paidOut, paidOut };
}
