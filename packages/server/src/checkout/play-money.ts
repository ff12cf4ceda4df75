import { refuse } from '../platform/errors/index.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { createTopUp, type CreateTopUpDeps } from './create-top-up.ts';
import { describeTopUp, type DescribeDeps } from './describe-top-up.ts';
import { sandbox } from './providers/index.ts';
import { insertSandboxCharge } from './providers/sandbox.store.ts';
import { insertSession, totalOf, type TopUp } from './topups.store.ts';

/** Top-ups that nobody pays for. */
export interface PlayMoney {
  /** Refuses an amount that no top-up can have. */
  assertPossible(amount: bigint): void;
  /** Credits a new player through a top-up. */
  credit(identityId: string, amount: bigint): Promise<void>;
  /** Pays a top-up, as the button of the checkout page does. */
  pay(topUp: TopUp): Promise<ReturnType<typeof describeTopUp>>;
}

export function openPlayMoney(
  deps: ConfirmDeps & CreateTopUpDeps & DescribeDeps & { readonly newcomerMax: bigint },
): PlayMoney {
  const assertIsPlayMoney = () => {
    if (deps.provider?.id !== sandbox.id) throw refuse('topups_unavailable');
  };
  return {
    assertPossible(amount) {
      assertIsPlayMoney();
      if (amount < deps.range.min || amount > deps.range.max) throw refuse('topup_out_of_range', deps.range);
      if (amount > deps.newcomerMax) throw refuse('balance_full');
    },
    async credit(identityId, amount) {
      const input = { identityId, amount, clientId: null, returnTo: null, paymentId: null };
      // A player who was just created could not state a birth month yet (`PID_AGE_GATE=require`).
      const creating = { ...deps, assertMayTopUp: async () => {} };
      const { topUp } = await createTopUp(creating, input, null);
      await payWithPlayMoney(deps, topUp, 'paid');
    },
    async pay(topUp) {
      assertIsPlayMoney();
      return describeTopUp(deps, await payWithPlayMoney(deps, topUp, 'paid'));
    },
  };
}

/** Records the simulated charge first, then settles it in the same way as every other charge. */
export async function payWithPlayMoney(
  deps: ConfirmDeps,
  topUp: TopUp,
  outcome: 'paid' | 'failed',
): Promise<TopUp> {
  const now = deps.clock.now();
  await insertSession(deps.db, topUp.id, topUp.id, now);
  await insertSandboxCharge(deps.db, { orderId: topUp.id, outcome, amount: totalOf(topUp), now });
  return confirmTopUp(deps, topUp);
}
