import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { openAccountBook, type AccountBook } from './account-book.ts';
import { nightlyAudit } from './audit-ledger.ts';
import type { TopUpRecords } from './audit-top-ups.store.ts';
import type { AppDirectory } from './app-terms.ts';
import { exportMoney } from './export-money.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { batchMetrics, watchLedger } from './ledger-metrics.ts';
import { openPostingLane } from './posting-lane.ts';
import { forfeitBalance } from './settle-deletion.ts';

export interface LedgerDeps extends Needs<'config' | 'db' | 'reader' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly apps: AppDirectory;
  readonly topUps: TopUpRecords;
}

export interface Ledger extends Slice {
  readonly book: AccountBook;
  readonly balanceMax: bigint;
}

export function openLedger(deps: LedgerDeps): Ledger {
  const { db, reader, clock, ids, metrics, apps } = deps;
  const book = openAccountBook({ db, clock });
  const balanceMax = BigInt(deps.config.balanceMax);
  const limits = {
    stepUpAmount: BigInt(deps.config.stepUpAmount),
    dailyLimit: BigInt(deps.config.dailyLimit),
    timeZone: deps.config.timeZone,
  };
  const lane = openPostingLane({ db, clock, ids, balanceMax, limits, onBatch: batchMetrics(metrics) });
  watchLedger(metrics, db, lane);
  return {
    book,
    balanceMax,
    jobs: [nightlyAudit({ db, clock, topUps: deps.topUps, log: deps.log, timeZone: limits.timeZone })],
    export: { money: exportMoney },
    routes: ledgerRoutes({ db, reader, clock, ids, book, lane, apps, balanceMax, limits }),
    async erase(tx, { id }, now) {
      await forfeitBalance(deps, tx, { identityId: id, clientIds: await apps.ownedApps(tx, id) }, now);
    },
  };
}
