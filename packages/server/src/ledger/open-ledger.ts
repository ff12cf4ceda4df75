import type { Config } from '../platform/config/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Route } from '../platform/http/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import { openAccountBook, type AccountBook } from './account-book.ts';
import { appMoneyRoutes } from './app-money.routes.ts';
import type { AppDirectory } from './app-terms.ts';
import { feeTotalRoutes } from './fee-totals.routes.ts';
import { batchMetrics, watchLedger } from './ledger-metrics.ts';
import { openPostingLane } from './posting-lane.ts';
import { sendRoutes } from './sends.routes.ts';
import { statementRoutes } from './statement.routes.ts';

export interface LedgerDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly apps: AppDirectory;
}

export interface Ledger {
  readonly book: AccountBook;
  readonly balanceMax: bigint;
  readonly routes: readonly Route[];
}

export function openLedger(deps: LedgerDeps): Ledger {
  const { db, clock, ids, metrics, apps } = deps;
  const book = openAccountBook({ db, clock });
  const balanceMax = BigInt(deps.config.balanceMax);
  const limits = {
    stepUpAmount: BigInt(deps.config.stepUpAmount),
    dailyLimit: BigInt(deps.config.dailyLimit),
    timeZone: deps.config.timeZone,
  };
  const lane = openPostingLane({ db, clock, ids, balanceMax, limits, onBatch: batchMetrics(metrics) });
  const sends = { db, clock, ids, book, lane, apps, balanceMax };
  watchLedger(metrics, db, lane);
  return {
    book,
    balanceMax,
    routes: [
      ...statementRoutes({ db, clock }),
      ...sendRoutes(sends),
      ...appMoneyRoutes(sends),
      ...feeTotalRoutes({ db, clock }),
    ],
  };
}
