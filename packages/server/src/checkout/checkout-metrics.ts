import type { Queryable } from '../platform/db/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countSuspense } from '../ledger/index.ts';

/** Counts anomalies for an operator; the audit log has the details. */
export function chargeAnomalies(metrics: Metrics): (reason: string) => void {
  const counter = metrics.counter(
    'pid_payment_anomalies_total',
    'Provider charges that an operator must check',
    ['reason'],
  );
  return (reason) => counter.inc({ reason });
}

/** A value above zero means that a player's money waits for an administrator. */
export function watchSuspense(metrics: Metrics, db: Queryable): void {
  metrics.gauge(
    'pid_suspense_items',
    'Provider charges in suspense',
    async () => (await countSuspense(db)).items,
  );
  metrics.gauge('pid_suspense_rupiah', 'Rupiah in suspense', async () => (await countSuspense(db)).rupiah);
}
