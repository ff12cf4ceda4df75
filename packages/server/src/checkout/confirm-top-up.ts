import type { ChargeState, PaymentProvider } from './payment-provider.ts';
import { settleTopUp, type SettleDeps } from './settle-top-up.ts';
import { listSessions, type TopUp } from './topups.store.ts';

export interface ConfirmDeps extends SettleDeps {
  readonly provider: PaymentProvider | null;
}

/**
 * Asks the provider and does what it says. Throws `ProviderError` when it does not answer. `notice` is the provider's own that made us
 * ask, as it came; null without one.
 */
export async function confirmTopUp(
  deps: ConfirmDeps,
  topUp: TopUp,
  notice: string | null = null,
): Promise<TopUp> {
  let settled = topUp;
  for (const state of await askProvider(deps, topUp))
    settled = await settleTopUp(deps, topUp.id, state, notice);
  return settled;
}

/**
 * A payer may have opened more than one page: every one that was paid counts, the first opened first, and only all of them failing is a
 * failure.
 */
async function askProvider(deps: ConfirmDeps, topUp: TopUp): Promise<readonly ChargeState[]> {
  const pending = { kind: 'pending' } as const;
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length === 0 || deps.provider?.id !== topUp.provider) return [pending];
  const states: ChargeState[] = [];
  for (const session of sessions.toReversed()) states.push(await deps.provider.status(session));
  const paid = states.filter(({ kind }) => kind === 'paid');
  // mutant (checkout/settled-payments): return paid => return paid.slice(-1)
  if (paid.length > 0) return paid;
  return [states.find(({ kind }) => kind === 'pending') ?? states.at(-1) ?? pending];
}
