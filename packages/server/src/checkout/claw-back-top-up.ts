import { formatRupiah } from '@pid/contract';
import type { Database } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { clawBack, type ClawBackDeps, type ClawBackOrder } from './claw-back.ts';
import { requireTopUp } from './get-top-up.ts';
import { totalOf, type TopUp } from './topups.store.ts';

export interface ClawBackInput extends ClawBackOrder {
  readonly id: string;
  /** What the payer has got back in all: saying the same again changes nothing, and neither does the provider's own notice of it. */
  readonly refunded: bigint;
}

/** For a refund or a chargeback that the provider's API does not tell of, such as one settled by bank transfer. */
export async function clawBackTopUp(
  deps: ClawBackDeps & { readonly db: Database },
  input: ClawBackInput,
): Promise<TopUp> {
  return deps.db.transaction(async (tx) => {
    const topUp = await requireTopUp(tx, input.id);
    if (topUp.paidAt === null || topUp.paymentId === null) throw refuse('topup_not_paid');
    const total = totalOf(topUp);
    if (input.refunded > total)
      throw invalid(`refunded must be at most ${formatRupiah(total)}, what was paid`);
    if (input.refunded < topUp.refunded)
      throw invalid(`refunded must be at least ${formatRupiah(topUp.refunded)}, what was given back before`);
    const charge = { chargeId: topUp.paymentId, refunded: input.refunded };
    await clawBack(deps, tx, topUp, charge, deps.clock.now(), input);
    return requireTopUp(tx, input.id);
  });
}
