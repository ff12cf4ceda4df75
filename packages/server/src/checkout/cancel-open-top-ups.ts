import { refuse } from '../platform/errors/index.ts';
import type { Logger } from '../platform/log.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { ProviderError } from './payment-provider.ts';
import { endTopUp } from './topup-postings.store.ts';
import { listOpenTopUps, listSessions, type TopUp } from './topups.store.ts';

/** Each is a request to the provider. The deletion of an app with more of them is refused and must be repeated. */
const cancelledMax = 100;

/**
 * Cancels open top-ups at the provider before an identity or an app is deleted. The provider's status after
 * that is decisive. Refuses if one stays open; closing the account judges that again under its lock.
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
  if ((await listOpenTopUps(deps.db, holder, 1)).length > 0) throw refuse('topups_under_way');
}

async function cancel(deps: ConfirmDeps, topUp: TopUp): Promise<void> {
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length > 0) {
    if (deps.provider?.id === topUp.provider)
      for (const session of sessions) await deps.provider.cancel(session);
    await confirmTopUp(deps, topUp);
    return;
  }
  // No page was opened at the provider, and none is opened once the top-up has ended.
  await endTopUp(deps.db, topUp.id, 'failed');
}
