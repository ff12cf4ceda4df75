import type { ChargeState, PaymentProvider } from './payment-provider.ts';
import { settleTopUp, type SettleDeps } from './settle-top-up.ts';
import { listSessions, type TopUp } from './topups.store.ts';

export interface ConfirmDeps extends SettleDeps {
  readonly provider: PaymentProvider | null;
}

/**
 * Requests the status from the provider and applies it. Throws `ProviderError` if the provider does not
 * respond. `notice` is the raw notice that caused the request; null without one.
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
 * A payer may have opened several pages. Every paid one counts, in the order in which they were opened; the
 * top-up fails only if all of them fail.
 */
async function askProvider(deps: ConfirmDeps, topUp: TopUp): Promise<readonly ChargeState[]> {
  const pending = { kind: 'pending' } as const;
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length === 0 || deps.provider?.id !== topUp.provider) return [pending];
  const states: ChargeState[] = [];
  for (const session of sessions.toReversed()) states.push(await deps.provider.status(session));
  const paid = states.filter(({ kind }) => kind === 'paid');
  // mutant (checkout/settle-top-up): return paid => return paid.slice(-1)
  if (paid.length > 0) return paid;
  return [states.find(({ kind }) => kind === 'pending') ?? states.at(-1) ?? pending];
}
