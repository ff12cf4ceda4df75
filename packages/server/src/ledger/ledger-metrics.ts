import { Histogram } from 'prom-client';
import type { Queryable } from '../platform/db/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { feeBalance, heldBalance, platformBalance } from './accounts.store.ts';
import { lastAuditRun } from './audit-ledger.store.ts';
import { platformAccounts } from './platform-accounts.ts';
import { unsealedDays } from './seals.store.ts';
import type { SendLane } from './send-lane.ts';

/** Creates the callback that records the size and time of each batch. */
export function batchMetrics(metrics: Metrics): (size: number, seconds: number) => void {
  const sizes = new Histogram({
    name: 'pid_ledger_batch_sends',
    help: 'Sends posted by one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [metrics.registry],
  });
  const durations = new Histogram({
    name: 'pid_ledger_batch_seconds',
    help: 'Time of one batch, including its commit',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics.registry],
  });
  return (size, seconds) => {
    sizes.observe(size);
    durations.observe(seconds);
  };
}

export function watchLedger(metrics: Metrics, db: Queryable, lane: SendLane): void {
  metrics.gauge('pid_ledger_waiting_sends', 'Sends waiting for the next batch', () => lane.waiting);
  metrics.gauge(
    'pid_ledger_audit_findings',
    'Findings of the last `pid ledger audit`, and of the last one over the whole ledger; -1 before the first',
    async () => (await lastAuditRun(db))?.findings ?? -1,
  );
  metrics.gauge(
    'pid_ledger_audit_timestamp_seconds',
    'Time of the last `pid ledger audit`; 0 before the first',
    async () => ((await lastAuditRun(db))?.at.getTime() ?? 0) / 1000,
  );
  metrics.gauge(
    'pid_ledger_unsealed_days',
    'Days since the end of the oldest month of the ledger that is due and not sealed; 0 if there is none',
    () => unsealedDays(db),
  );
  metrics.gauge('pid_ledger_receivables_rupiah', 'Refunds that no balance could cover', async () =>
    Number(-(await platformBalance(db, platformAccounts.receivables))),
  );
  metrics.gauge('pid_ledger_held_rupiah', 'Money in holds that apps have not captured yet', async () =>
    Number(await heldBalance(db)),
  );
  metrics.gauge('pid_ledger_fee_income_rupiah', 'Balance of the fee accounts', async () =>
    Number(await feeBalance(db)),
  );
  metrics.gauge(
    'pid_ledger_activations_rupiah',
    'Prices of activations that players paid in rupiah (PID_ACTIVATION_FOR_RUPIAH), those under way included',
    async () => Number(await platformBalance(db, platformAccounts.activations)),
  );
}
