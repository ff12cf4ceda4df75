import { api } from '../../../../kit/api/api.ts';
import { carryOutOnce } from '../../parts/once.ts';
import { checkoutPath, lastTopUp } from '../../parts/top-ups.ts';

/** Starting the same top-up twice creates one checkout. No money is charged before the player pays there. */
export async function beginTopUp(amount: number, returnTo: string, clientId?: string): Promise<void> {
  const wish = { amount, returnTo, ...(clientId === undefined ? {} : { clientId }) };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id);
  location.assign(checkoutPath(topUp));
}
