import type { Needs } from '../platform/needs.ts';
import { remember } from '../platform/remember.ts';
import { readHoldAges } from './payments.store.ts';

/** Holds end by their app's capture, or by the sweep when their time has passed. */
export function watchHolds({ db, clock, metrics }: Needs<'db' | 'clock' | 'metrics'>): void {
  const read = remember({ clock, millis: 10_000 }, () => readHoldAges(db));
  metrics.gauge(
    'pid_payments_oldest_hold_seconds',
    'Age of the oldest hold that was neither captured nor returned',
    async () => (await read()).oldest,
  );
  metrics.gauge(
    'pid_payments_hold_overdue_seconds',
    'Time since a hold should have been returned to its payer; 0 if none is late',
    async () => (await read()).overdue,
  );
}
