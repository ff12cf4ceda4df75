import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import type { Caller, UserCaller } from '../platform/http/index.ts';
import { findBalance, getAvailable, getBalanceAt, type Holder } from './accounts.store.ts';
import type { AppDirectory } from './app-terms.ts';
import type { FeeRule } from './compute-fees.ts';
import { parseMoment } from './parse-moment.ts';

interface BalanceDeps {
  readonly db: Queryable;
  readonly clock: Clock;
}

export function getBalance(deps: BalanceDeps, caller: UserCaller, at: string | undefined) {
  return balanceOf(deps, { kind: 'identity', id: caller.identityId }, at);
}

interface AppBalanceDeps extends BalanceDeps {
  readonly db: Database;
  readonly apps: AppDirectory;
  readonly feeRule: FeeRule;
  /** Whether apps can settle to bank accounts. */
  readonly settles: boolean;
}

/** The escrow of an app, with the part that can be settled now and the service fee of its sales. */
export async function getAppBalance(
  deps: AppBalanceDeps,
  caller: Caller,
  clientId: string,
  at: string | undefined,
) {
  const app = await deps.apps.admit(deps.db, caller, clientId, 'getAppBalance');
  const balance = await balanceOf(deps, { kind: 'app', id: app.clientId }, at);
  const isCurrent = 'held' in balance;
  return {
    ...balance,
    ...(isCurrent ? { available: deps.settles ? await getAvailable(deps.db, app.clientId) : 0n } : {}),
    serviceFee: { bps: Number(deps.feeRule.bps), minimum: deps.feeRule.minimum },
  };
}

/** Returns the balance of a holder now or at the end of an earlier moment; 0 without an account. */
async function balanceOf({ db, clock }: BalanceDeps, holder: Holder, at: string | undefined) {
  const now = clock.now();
  const moment = at === undefined ? now : parseMoment(at, 'at');
  const isPast = moment < now;
  const account = await findBalance(db, holder);
  const balance = !account ? 0n : isPast ? await getBalanceAt(db, account.id, moment) : account.balance;
  return {
    currency: 'IDR' as const,
    balance,
    ...(isPast ? {} : { held: account?.held ?? 0n }),
    asOf: (isPast ? moment : now).toISOString(),
  };
}
