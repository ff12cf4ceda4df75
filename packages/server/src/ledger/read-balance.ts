import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { readBalance, readBalanceAt, type Holder } from './accounts.store.ts';
import { parseMoment } from './parse-moment.ts';

/** What a holder has now, or had at the end of an earlier moment. Whoever has no account yet has nothing. */
export async function showBalance(
  { db, clock }: { db: Queryable; clock: Clock },
  holder: Holder,
  at: string | undefined,
) {
  const now = clock.now();
  const moment = at === undefined ? now : parseMoment(at, 'at');
  const isPast = moment < now;
  const account = await readBalance(db, holder);
  const balance = !account ? 0n : isPast ? await readBalanceAt(db, account.id, moment) : account.balance;
  return {
    currency: 'IDR' as const,
    balance,
    ...(isPast ? {} : { held: account?.held ?? 0n }),
    asOf: (isPast ? moment : now).toISOString(),
  };
}
