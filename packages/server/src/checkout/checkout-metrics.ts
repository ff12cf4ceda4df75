import type { Metrics } from '../platform/metrics.ts';
import type { Needs } from '../platform/needs.ts';
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
export function watchSuspense({ metrics, db, clock }: Needs<'metrics' | 'db' | 'clock'>): void {
  metrics.gauge(
    'pid_suspense_items',
    'Provider charges in suspense',
    async () => (await countSuspense(db)).items,
  );
  metrics.gauge('pid_suspense_rupiah', 'Rupiah in suspense', async () => (await countSuspense(db)).rupiah);
  metrics.gauge('pid_suspense_oldest_seconds', 'Age of the oldest item in suspense', async () => {
    const { oldest } = await countSuspense(db);
    return oldest ? Math.max(0, (clock.nowMillis() - oldest.getTime()) / 1000) : 0;
  });
}
