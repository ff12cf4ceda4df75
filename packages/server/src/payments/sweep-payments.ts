import { handleEach } from '../platform/handle-each.ts';
import type { Job } from '../platform/jobs.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { announceDueCaptures, endPayment } from './payment-postings.store.ts';
import { listDue } from './payments.store.ts';
import { voidAsService } from './settle-payment.ts';

const everySeconds = 5;
const batch = 200;

/**
 * Expires open payments, voids holds that were not captured in time, and reminds apps to capture.
 * Several nodes may run it concurrently.
 */
export function sweepJob(deps: PaymentDeps): Job {
  return { name: 'sweep payments', everySeconds, run: () => sweepPayments(deps) };
}

async function sweepPayments(deps: PaymentDeps): Promise<void> {
  while ((await announceDueCaptures(deps.db, batch)) === batch);
  await handleEach(
    (page) => listDue(deps.db, page),
    async ({ id, status }) => {
      if (status === 'open') await endPayment(deps.db, id, 'expired');
      else await voidAsService(deps, id, { isForced: false });
    },
  );
}
