import type { Logger } from '../platform/log.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { ProviderError } from './payment-provider.ts';
import { endTopUp } from './topup-postings.store.ts';
import { listOpenTopUps, listSessions, type TopUp } from './topups.store.ts';

const cancelledMax = 100;

/**
 * Before an identity or an app goes, nothing may be under way to it: open top-ups are cancelled at the provider, and what the provider
 * says then is what counts. One that stays open keeps the account from being closed, which is judged under its lock.
 */
export async function cancelOpenTopUps(
  deps: ConfirmDeps & { readonly log: Logger },
  holder: { readonly identityId: string } | { readonly clientId: string },
): Promise<void> {
  for (const topUp of await listOpenTopUps(deps.db, holder, cancelledMax)) {
    try {
      await cancel(deps, topUp);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      deps.log.warn({ err: error, topUp: topUp.id }, 'an open top-up could not be cancelled');
    }
  }
}

async function cancel(deps: ConfirmDeps, topUp: TopUp): Promise<void> {
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length > 0) {
    if (deps.provider?.id === topUp.provider)
      for (const session of sessions) await deps.provider.cancel(session);
    await confirmTopUp(deps, topUp);
    return;
  }
  // No page was opened at the provider, and none is opened for a top-up that has ended.
  await endTopUp(deps.db, topUp.id, 'failed');
}
