import type { PaymentProvider, PaymentState } from './payment-provider.ts';
import { settleTopUp, type SettleDeps } from './settle-top-up.ts';
import { listSessions, type TopUp } from './topups.store.ts';

export interface ConfirmDeps extends SettleDeps {
  readonly provider: PaymentProvider | null;
}

/** Asks the provider and does what it says. Throws `ProviderError` when it does not answer. */
export async function confirmTopUp(deps: ConfirmDeps, topUp: TopUp): Promise<TopUp> {
  return settleTopUp(deps, topUp.id, await askProvider(deps, topUp));
}

/** A payer may have opened more than one page: any of them that was paid counts, and only all of them failing is a failure. */
async function askProvider(deps: ConfirmDeps, topUp: TopUp): Promise<PaymentState> {
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length === 0 || deps.provider?.id !== topUp.provider) return { kind: 'pending' };
  const states: PaymentState[] = [];
  for (const session of sessions) states.push(await deps.provider.status(session));
  return (
    states.find(({ kind }) => kind === 'paid') ?? states.find(({ kind }) => kind === 'pending') ?? states[0]!
  );
}
