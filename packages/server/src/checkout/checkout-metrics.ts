import type { Metrics } from '../platform/metrics.ts';

/** Counts what an operator must look at; the audit log has the details. */
export function paymentAnomalies(metrics: Metrics): (reason: string) => void {
  const counter = metrics.counter('pid_payment_anomalies_total', 'Payments that an operator must look at', [
    'reason',
  ]);
  return (reason) => counter.inc({ reason });
}
