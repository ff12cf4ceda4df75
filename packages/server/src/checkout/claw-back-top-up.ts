import { formatRupiah } from '@pid/contract';
import type { Database } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { clawBack, type ClawBackDeps, type ClawBackOrder } from './claw-back.ts';
import { requireTopUp } from './get-top-up.ts';
import { totalOf, type TopUp } from './topups.store.ts';

export interface ClawBackInput extends ClawBackOrder {
  readonly id: string;
  /**
   * The total that the payer has received back. Repeating the same total, or a provider's notice of it,
   * changes nothing.
   */
  readonly refunded: bigint;
}

/**
 * Claws back a top-up after a refund or chargeback that the provider's API does not report, such as one by bank
 * transfer.
 */
export async function clawBackTopUp(
  deps: ClawBackDeps & { readonly db: Database },
  input: ClawBackInput,
): Promise<TopUp> {
  return deps.db.transaction(async (tx) => {
    const topUp = await requireTopUp(tx, input.id);
    if (topUp.paidAt === null || topUp.paymentId === null) throw refuse('topup_not_paid');
    const total = totalOf(topUp);
    if (input.refunded > total)
      throw invalid(`refunded must be at most ${formatRupiah(total)}, the amount paid`);
    if (input.refunded < topUp.refunded)
      throw invalid(`refunded must be at least ${formatRupiah(topUp.refunded)}, the amount already refunded`);
    const charge = { chargeId: topUp.paymentId, refunded: input.refunded };
    await clawBack(deps, tx, topUp, charge, deps.clock.now(), input);
    return requireTopUp(tx, input.id);
  });
}
