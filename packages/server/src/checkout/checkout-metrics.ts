import type { Queryable } from '../platform/db/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countSuspense } from '../ledger/index.ts';

/** Counts what an operator must look at; the audit log has the details. */
export function chargeAnomalies(metrics: Metrics): (reason: string) => void {
  const counter = metrics.counter('pid_payment_anomalies_total', 'Payments that an operator must look at', [
    'reason',
  ]);
  return (reason) => counter.inc({ reason });
}

/** Above zero, somebody's money waits for an administrator. */
export function watchSuspense(metrics: Metrics, db: Queryable): void {
  metrics.gauge(
    'pid_suspense_items',
    'Payments that lie in suspense',
    async () => (await countSuspense(db)).items,
  );
  metrics.gauge(
    'pid_suspense_rupiah',
    'Rupiah that lie in suspense',
    async () => (await countSuspense(db)).rupiah,
  );
}
